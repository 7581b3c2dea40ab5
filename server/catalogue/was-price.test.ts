import { expect, it } from "vitest";
import { fixedClock } from "#server/core/context.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findProductBySlug } from "./find-product.server.ts";
import type { ProductChange } from "./product-state.ts";
import { updateProduct } from "./update-product.server.ts";

const DAY = 24 * 60 * 60 * 1000;
const clock = fixedClock("2026-03-02T12:00:00Z");

const context = await testContext({ clock });
const staff = asUser(context, await makeUser(context, { role: "administrator" }));

/** What the shop shows of a product of £20.00 after these changes, so many days apart. */
async function shownAfter(...changes: [days: number, change: ProductChange][]) {
  const { id, slug } = await makeProduct(staff, { price: 2000 });
  for (const [days, change] of changes) {
    clock.advance(days * DAY);
    await updateProduct(staff, { id, change });
  }
  const product = await findProductBySlug({ ...staff, em: staff.em.fork() }, slug);
  return { now: product?.currentPrice, was: product?.wasPrice };
}

const sale = (salePrice: number): ProductChange => ({ salePrice, onSale: true });

it("is the regular price where that was charged before the sale", async () => {
  expect(await shownAfter([0, sale(1500)])).toEqual({ now: 1500, was: 2000 });
});

it("is the lowest of the 30 days before: a price that was raised for the sale does not count", async () => {
  expect(await shownAfter([0, { price: 3000 }], [29, sale(1500)])).toEqual({ now: 1500, was: 2000 });
});

it("forgets what was charged longer ago than 30 days", async () => {
  expect(await shownAfter([0, { price: 3000 }], [31, sale(1500)])).toEqual({ now: 1500, was: 3000 });
});

it("is an earlier sale's price, so that the same reduction is not announced twice", async () => {
  const again = await shownAfter([0, sale(1500)], [10, { onSale: false }], [10, sale(1500)]);
  expect(again).toEqual({ now: 1500, was: 1500 });
});

it("does not change while a sale goes on", async () => {
  expect(await shownAfter([0, sale(1500)], [90, { description: "as it was" }])).toEqual({
    now: 1500,
    was: 2000,
  });
});

it("is the price itself of what is not on sale", async () => {
  expect(await shownAfter([0, { price: 2500 }])).toEqual({ now: 2500, was: 2500 });
});
