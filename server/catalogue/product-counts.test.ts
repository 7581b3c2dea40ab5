import { afterEach, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { noteChange, setListening } from "#server/core/topics.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { countProducts } from "./find-staff-products.server.ts";

const context = await testContext();
afterEach(() => setListening(false));

const counted = () => countProducts(context.em.fork());

it("counts what is on sale, what nobody has weighed of it, and whether a density was measured", async () => {
  const before = await counted();
  const weighed = await makeProduct(context);
  await context.em.fork().nativeUpdate(Product, weighed.id, { grossGrams: 5_200, mixedIntoSoil: true });
  const bag = await makeProduct(context);
  await context.em.fork().nativeUpdate(Product, bag.id, { handling: "bulk_bag" });
  await makeProduct(context);
  expect(await counted()).toEqual({
    onSale: before.onSale + 3,
    unweighed: before.unweighed + 1,
    hasMeasuredDensity: false,
  });
  await context.em.fork().nativeUpdate(Product, weighed.id, { bulkDensity: 210 });
  expect((await counted()).hasMeasuredDensity).toBe(true);
  await context.em.fork().nativeUpdate(Product, weighed.id, { archivedAt: new Date() });
  expect(await counted()).toMatchObject({ onSale: before.onSale + 2, hasMeasuredDensity: false });
});

it("counts once for each version of the catalogue, since counting reads every product", async () => {
  setListening(true);
  noteChange("catalogue");
  const { onSale } = await counted();
  await makeProduct(context);
  const again = await counted();
  noteChange("catalogue");
  expect([again.onSale, (await counted()).onSale]).toEqual([onSale, onSale + 1]);
});
