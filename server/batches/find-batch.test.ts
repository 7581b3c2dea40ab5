import { beforeAll, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { makeAnalysis, makeBatch } from "#server/testing/batches.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { findBatch } from "./find-batch.server.ts";

let context: Context;
beforeAll(async () => {
  context = await testContext();
});

it("finds a batch by its code with its product and analyses, the newest first", async () => {
  const product = await makeProduct(context);
  const batch = await makeBatch(context, { product });
  await makeAnalysis(context, batch, { analysedOn: "2026-09-01", organicCarbon: 7_000 });
  await makeAnalysis(context, batch, { analysedOn: "2026-10-12", organicCarbon: 8_100, metals: { Pb: 12 } });
  const found = await findBatch(context, batch.code.toLowerCase());
  expect(found).toMatchObject({
    code: batch.code,
    product: { id: product.id, slug: product.slug, gtin: null },
    madeOn: "2026-10-01",
    kilnCelsius: 550,
    status: "open",
    creditStatus: "not_assessed",
    newestAnalysis: { analysedOn: "2026-10-12", organicCarbon: 8_100, metals: { Pb: 12 } },
  });
  expect(found?.analyses.map(({ organicCarbon }) => organicCarbon)).toEqual([8_100, 7_000]);
});

it.each(["", "no such batch", "A".repeat(21), "NONE-1", "../etc"])("finds nothing for %j", async (code) => {
  expect(await findBatch(context, code)).toBeUndefined();
});
