import { z } from "zod";

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

/** The question after paying: one choice, and words for "something else". */
const useSchema = z.object({
  use: z.enum(biocharUses, "Choose what you use it for"),
  usedAs: z.string().trim().max(200, "Keep this below 200 characters").default(""),
});

const OUTWARD_CODE = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const MOST_TONNES = 1000;

/** The same with where, when and how much: what the mail after a pallet asks. */
export const placedUseSchema = useSchema.extend({
  outwardCode: z
    .string()
    .trim()
    .max(20, "Enter the first half of a postcode, such as SY8")
    .toUpperCase()
    // A whole postcode is more than the shop wants to know.
    .transform((code) => code.replace(/\s*\d[A-Z]{2}$/, ""))
    .refine((code) => OUTWARD_CODE.test(code), "Enter the first half of a postcode, such as SY8")
    .optional(),
  appliedOn: z.iso.date("Enter the day, such as 2026-11-24").optional(),
  tonnes: z.coerce
    .number("Enter a number of tonnes, such as 1.5")
    .positive("Enter a number of tonnes, such as 1.5")
    .max(MOST_TONNES, `Enter at most ${MOST_TONNES} tonnes`)
    .optional(),
});

export type PlacedUse = z.output<typeof placedUseSchema>;
