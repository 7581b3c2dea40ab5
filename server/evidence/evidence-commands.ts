import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { isIsometricId } from "./isometric-application.ts";
import { placedUseSchema } from "./use.schema.ts";

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
        invoiceNumber: z.string("Enter an order number").trim().min(1, "Enter an order number").max(20),
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
        productionBatchId: z
          .string("Enter the registry’s id of the batch")
          .trim()
          .refine(
            (id) => isIsometricId("batch", id),
            "Enter the id of the batch, such as ptb_1GAFJ4C051S06E0Z",
          ),
        storageSiteId: z
          .string("Enter the registry’s id of the place")
          .trim()
          .refine(
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
