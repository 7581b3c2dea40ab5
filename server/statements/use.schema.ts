import { z } from "zod";
import { biocharUses } from "./biochar-use.ts";

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
