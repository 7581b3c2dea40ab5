import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { isoDay, optionalText, requiredText, trimmedText } from "#server/core/fields.ts";
import { biocharUses } from "./evidence.ts";

/** The question after paying: one choice, and words for "something else". */
const useSchema = z.object({
  use: z.enum(biocharUses, "Choose what you use it for"),
  usedAs: optionalText(200, "Keep this below 200 characters").default(""),
});

const WRONG_OUTWARD_CODE = "Enter the first half of a postcode, such as SY8";
const OUTWARD_CODE = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const MOST_TONNES = 1000;

/** The same with where, when and how much: what the mail after a pallet asks. */
export const placedUseSchema = useSchema.extend({
  outwardCode: trimmedText(20, WRONG_OUTWARD_CODE)
    .toUpperCase()
    // A whole postcode is more than the shop wants to know.
    .transform((code) => code.replace(/\s*\d[A-Z]{2}$/, ""))
    .refine((code) => OUTWARD_CODE.test(code), WRONG_OUTWARD_CODE)
    .optional(),
  appliedOn: isoDay("Enter the day, such as 2026-11-24").optional(),
  tonnes: z.coerce
    .number("Enter a number of tonnes, such as 1.5")
    .positive("Enter a number of tonnes, such as 1.5")
    .max(MOST_TONNES, `Enter at most ${MOST_TONNES} tonnes`)
    .optional(),
});

export type PlacedUse = z.output<typeof placedUseSchema>;

/** Longer than any id of the registry. */
const LONGEST_REGISTRY_ID = 50;
const MOST_KILOGRAMS = 60_000;

const kilograms = z.coerce
  .number("Enter kilograms, such as 18240")
  .int("Enter whole kilograms, such as 18240")
  .min(0, "Enter kilograms, such as 18240")
  .max(MOST_KILOGRAMS, `Enter at most ${MOST_KILOGRAMS} kilograms`);

const { use, outwardCode, appliedOn } = placedUseSchema.shape;

/** What staff do about evidence. */
export const evidenceCommands = {
  recordWeighbridge: describeCommand({
    name: "evidence.recordWeighbridge",
    permission: "evidence.record",
    input: z
      .object({
        invoiceNumber: requiredText(20, "Enter an order number", "Enter an order number"),
        use,
        outwardCode: outwardCode.unwrap(),
        appliedOn: appliedOn.unwrap(),
        truckArrivalKilograms: kilograms,
        truckDepartureKilograms: kilograms,
        applicationRate: z.coerce
          .number("Enter kilograms per hectare, such as 5000")
          .int("Enter whole kilograms, such as 5000")
          .min(1, "Enter kilograms per hectare, such as 5000")
          .max(1_000_000, "Enter at most 1000000 kilograms"),
        productionBatchId: trimmedText(
          LONGEST_REGISTRY_ID,
          undefined,
          "Enter the registry’s id of the batch",
        ).refine(
          (id) => isIsometricId("batch", id),
          "Enter the id of the batch, such as ptb_1GAFJ4C051S06E0Z",
        ),
        storageSiteId: trimmedText(
          LONGEST_REGISTRY_ID,
          undefined,
          "Enter the registry’s id of the place",
        ).refine(
          (id) => isIsometricId("site", id),
          "Enter the id of the place, such as slc_1F3PMGVC91S0SBK3",
        ),
      })
      .refine(
        ({ truckArrivalKilograms, truckDepartureKilograms }) =>
          truckArrivalKilograms > truckDepartureKilograms,
        { path: ["truckDepartureKilograms"], message: "The lorry leaves lighter than it came" },
      ),
    done: "Weighbridge recorded",
  }),
};

/** The registry's ids: three letters, and a number in Crockford's letters. */
const isometricId = { project: "prj", batch: "ptb", site: "slc" } as const;

/** Whether this is one of the registry's ids of a kind. */
export function isIsometricId(kind: keyof typeof isometricId, id: string): boolean {
  return new RegExp(`^${isometricId[kind]}_[0-9A-Z]{16,33}$`).test(id);
}
