import { z } from "zod";
import { creditStatuses } from "#server/batches/batch.ts";

const measuredLine = z.strictObject({
  product: z.string(),
  quantity: z.int(),
  batch: z.string(),
  /** Of the batch, net. */
  grams: z.int(),
  laboratory: z.string(),
  /** ISO date. */
  analysedOn: z.string(),
  /** Of the dry matter. */
  organicCarbonPercent: z.number(),
  /** Of the product as it is sold. */
  waterPercent: z.number(),
  /** Molar H/Corg; null where it was not measured. */
  hydrogenToCarbon: z.number().nullable(),
  kilnCelsius: z.int(),
  percentAfter100Years: z.int(),
  /** Of CO2, as everything below. */
  gramsBound: z.int(),
  /** As the producer states it; null where nothing is stated. */
  gramsOfTransport: z.int().nullable(),
  gramsStored: z.int(),
  claim: z.enum(creditStatuses),
  claimSentence: z.string(),
});

const unmeasuredLine = z.strictObject({
  product: z.string(),
  quantity: z.int(),
  /** Null where none is known. */
  batch: z.string().nullable(),
  notMeasured: z.string(),
});

/**
 * What a statement says of an order. It names the order by its number and no person: erasing somebody leaves it true,
 * and whoever is shown it learns nothing of its buyer.
 */
export const statementSubject = z.strictObject({
  invoiceNumber: z.string(),
  /** The day on which the last of it left, as ISO date. */
  leftOn: z.string(),
  method: z.strictObject({
    name: z.string(),
    version: z.string(),
    formula: z.string(),
    sources: z.array(z.string()),
  }),
  /** CO2 that its measured lines store for 100 years, less stated transport, in grams. */
  gramsStored: z.int(),
  ownership: z.string(),
  lines: z.array(z.union([measuredLine, unmeasuredLine])),
});

export type StatementSubject = z.output<typeof statementSubject>;
export type StatementLine = StatementSubject["lines"][number];
export type MeasuredLine = z.output<typeof measuredLine>;
