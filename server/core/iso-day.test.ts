import { expect, it } from "vitest";
import type { z } from "zod";
import { auditList } from "#server/audit/audit-search.ts";
import { analysisFields, newBatchSchema } from "#server/batches/batch-commands.ts";
import { productFormSchema, putProductSchema } from "#server/catalogue/product.schema.ts";
import { restDocuments } from "#server/catalogue/product-media.schema.ts";
import { orderList } from "#server/orders/order-search.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";
import { placedUseSchema } from "#server/statements/evidence-commands.ts";

const measured = (measuredOn: string) => ({ bulkDensity: { gramsPerLitre: 300, measuredOn } });
const dated = (date: string) => [
  { type: "guide", date, url: `/documents/${"a".repeat(64)}/guide.pdf`, title: "Guide" },
];
const fields: [string, z.ZodType, (day: string) => unknown][] = [
  ["a batch was made", newBatchSchema.shape.madeOn, String],
  ["it was analysed", analysisFields.analysedOn, String],
  ["a density was measured, in a form", productFormSchema.shape.bulkDensityMeasuredOn, String],
  ["a density was measured, by a script", putProductSchema, measured],
  ["a document bears", restDocuments, dated],
  ["a rate is of", storeSettingsSchema.shape.exchangeRateDay, String],
  ["biochar was used", placedUseSchema.shape.appliedOn, String],
];

it.each(fields)("the day on which %s is one that can be stored", (_what, schema, asked) => {
  expect(schema.safeParse(asked("2026-11-24")).success).toBe(true);
  for (const day of ["0000-01-01", "2026-02-30"]) expect(schema.safeParse(asked(day)).success).toBe(false);
});

it("a list that is asked for another day is asked for none", () => {
  const search = new URLSearchParams({ from: "0000-01-01", to: "2026-11-24" });
  expect(orderList.read(search)).toMatchObject({ from: "", to: "2026-11-24" });
  expect(auditList.read(search)).toMatchObject({ from: undefined, to: "2026-11-24" });
});
