import { describe, expect, it } from "vitest";
import { Checkout, Order, Payment, type Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import {
  createIntentForAmount,
  openCheckout,
  paidByScript,
  payingContext,
  scriptPayloadOf,
} from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { placeOrder } from "./place-order.server.ts";

await runTestSandbox();

const before = await payingContext();
await save(before, {
  shippingCalculationType: "weight",
  deliveryTariff: [
    "zone;places;parcel;bulk bag",
    "Mainland;United Kingdom;6.95;75.00",
    "Shetland;ZE;19.95;",
  ].join("\n"),
  countriesServed: "United Kingdom",
});
/** £30.00: £36.95 on the mainland, £49.95 in Shetland, nowhere else. */
const compost = await makeProduct(before, { price: 3000, stockQuantity: 100, grossGrams: 11_000 });
const bulkBag = await makeProduct(before, { price: 34_500, stockQuantity: 100, handling: "bulk_bag" });
const context = await payingContext();

async function save(shop: Context, values: Record<string, unknown>): Promise<void> {
  const administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));
  await saveSettings(administrator, { tab: "Shipping", seenVersion: shop.settings.version, values });
}

const fresh = () => context.em.fork();

/** A script's money at the provider. */
const paid = (amount: number) => paidByScript(context, amount);

async function order(transactionId: string, changes: Record<string, unknown> = {}) {
  const payload = scriptPayloadOf(transactionId, [{ productId: compost.id, quantity: 1 }], {
    customerAddress: "1 Field, Hay",
    ...changes,
  });
  return (await placeOrder(context, payload, null)).order;
}

/** In pence, at the provider and in the books. */
async function givenBack(transactionId: string) {
  const { data } = await context.gateways.stripe.client.refunds.list({ payment_intent: transactionId });
  const { status } = await fresh().findOneOrFail(Payment, { providerPaymentId: transactionId });
  return { atProvider: data.reduce((sum, refund) => sum + refund.amount, 0), status };
}

const cartOf = (product: Product) => makeCart(context, [{ product, quantity: 1 }]);

describe("a payment that a script begins for a cart, where delivery depends on the place", () => {
  it("is refused for the goods alone, says what is missing and names no wrong total", async () => {
    const cartId = await cartOf(compost);
    const refusal = await createIntentForAmount(context, 3000, cartId).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("GET /api/delivery-quote"),
    });
    expect(refusal).not.toHaveProperty("extra.expected");
    expect(await fresh().count(Checkout, { cart: cartId })).toBe(0);
  });

  it.each([3695, 4995])("begins for %i pence, which is its price in a zone", async (amount) => {
    expect(await createIntentForAmount(context, amount, await cartOf(compost))).toHaveProperty(
      "clientSecret",
    );
  });

  it("is refused with the reason where nobody can be told a price", async () => {
    const stone = await makeProduct(context, { price: 3000, stockQuantity: 100 });
    const refusal = await createIntentForAmount(context, 3000, await cartOf(stone)).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: "conflict" });
    expect(refusal).not.toHaveProperty("extra.expected");
  });

  it("is refused for a place that is served no more, with no total", async () => {
    const { cartId } = await openCheckout(context, [{ product: compost, quantity: 1 }], {
      postcode: "ZE1 0AA",
    });
    await save(context, { countriesServed: "Ireland" });
    const refusal = await createIntentForAmount(await payingContext(), 3000, cartId).catch(
      (error: unknown) => error,
    );
    await save(await payingContext(), { countriesServed: "United Kingdom" });
    expect(refusal).toMatchObject({ code: "validation_failed", message: "We deliver to Ireland only." });
    expect(refusal).not.toHaveProperty("extra.expected");
  });
});

describe("a script's money", () => {
  it.each([
    ["to a place", { postcode: "ZE1 0AA" }, { code: "conflict", extra: { expected: 49.95 } }],
    ["without a place", {}, { code: "validation_failed" }],
  ])("for the goods alone, %s, is given back at once", async (_, changes, refusal) => {
    const transactionId = await paid(3000);
    await expect(order(transactionId, changes)).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining("Your payment has been refunded."),
    });
    expect(await givenBack(transactionId)).toEqual({ atProvider: 3000, status: "refunded" });
    await expect(order(transactionId, changes)).toBeRefused("conflict");
    expect(await fresh().count(Order, { transactionId })).toBe(0);
  });

  it.each([
    ["is not served", { postcode: "JE2 3AB" }, "validation_failed"],
    ["is in a country that is not served", { shippingCountry: "France" }, "validation_failed"],
    ["only its address names", { customerAddress: "1 Rue du Bac, 75007 Paris, France" }, "validation_failed"],
    [
      "its address names beside a postcode that is served",
      { customerAddress: "1 Hill Street, St Helier, Jersey", postcode: "SY8 1AA" },
      "validation_failed",
    ],
  ])("for a place that %s is given back at once", async (_, changes, code) => {
    const transactionId = await paid(3695);
    await expect(order(transactionId, changes)).rejects.toMatchObject({ code });
    expect(await givenBack(transactionId)).toEqual({ atProvider: 3695, status: "refunded" });
  });

  it("is not given back to anyone who names it for a place that is not served and goods of another price", async () => {
    const transactionId = await paid(2500);
    const unserved = { shippingCountry: "France" };
    await expect(order(transactionId, unserved)).toBeRefused("validation_failed");
    expect(await givenBack(transactionId)).toEqual({ atProvider: 0, status: "created" });
  });

  it("for what has no rate to its place is given back at once", async () => {
    const transactionId = await paid(42_000);
    const items = [{ productId: bulkBag.id, quantity: 1 }];
    await expect(order(transactionId, { items, postcode: "ZE1 0AA" })).toBeRefused("conflict", {
      message: expect.stringContaining("Your payment has been refunded."),
    });
    expect(await givenBack(transactionId)).toEqual({ atProvider: 42_000, status: "refunded" });
  });

  it("that buys the order at some place waits for its postcode and its town", async () => {
    const transactionId = await paid(4995);
    await expect(order(transactionId)).toBeRefused("validation_failed", {
      fields: { postcode: [expect.any(String)] },
    });
    expect(await givenBack(transactionId)).toEqual({ atProvider: 0, status: "created" });
    const withoutTown = { customerAddress: "1 Field", postcode: "ZE1 0AA" };
    await expect(order(transactionId, withoutTown)).toBeRefused("validation_failed", {
      fields: { customerAddress: [expect.stringContaining("the town and the postcode")] },
    });
    expect(await givenBack(transactionId)).toEqual({ atProvider: 0, status: "created" });
    expect(await order(transactionId, { postcode: "ZE1 0AA" })).toMatchObject({ totalAmount: 4995 });
  });
});
