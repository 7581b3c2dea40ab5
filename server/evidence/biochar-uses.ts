/** What a buyer says becomes of the biochar. Whatever they choose, it is not burnt. */
export const biocharUses = ["soil", "compost", "feed", "digester", "other"] as const;

export type BiocharUse = (typeof biocharUses)[number];
