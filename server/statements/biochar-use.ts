/** What a buyer says becomes of the biochar. Whatever they choose, it is not burnt. */
export const biocharUses = ["soil", "compost", "feed", "digester", "other"] as const;

export type BiocharUse = (typeof biocharUses)[number];

interface UseWords {
  /** What a buyer chooses. */
  choice: string;
  /** What registries call what it is mixed into. */
  matrix: string;
  /** The class of such matrices at Carbon Standards International; none where it depends on what it is. */
  matrixClass: "Biological Matrix" | null;
}

export const useWords: Record<BiocharUse, UseWords> = {
  soil: {
    choice: "Soil: garden, field, trees or potting mixes",
    matrix: "Soil",
    matrixClass: "Biological Matrix",
  },
  compost: { choice: "Compost or manure", matrix: "Compost", matrixClass: "Biological Matrix" },
  feed: { choice: "Animal feed or bedding", matrix: "Feed and bedding", matrixClass: "Biological Matrix" },
  digester: {
    choice: "A biogas digester",
    matrix: "Anaerobic digestion",
    matrixClass: "Biological Matrix",
  },
  other: { choice: "Something else", matrix: "Other", matrixClass: null },
};

/** What the question promises, in the words that a registry looks for. */
export const NOT_BURNT = "It is not to be burnt.";

/** Where the question about an order's biochar is answered, with the key of the signed link that opened the order. */
export function pathOfUse(invoiceNumber: string, token: string | null): string {
  const search = token ? `?${new URLSearchParams({ t: token })}` : "";
  return `/orders/${encodeURIComponent(invoiceNumber)}/use${search}`;
}
