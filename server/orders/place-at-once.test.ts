import { beforeEach, describe, expect, it } from "vitest";
import { Checkout, Counter, Order, Payment, Product, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { retrieveIntentPayment } from "#server/payments/stripe/stripe-payments.server.ts";
import { booksOf, paidByScript, payingContext, scriptPayloadOf } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { bookReceived } from "./book-payment.server.ts";
import { lookBeforeOrder, placeAtOnce } from "./place-at-once.server.ts";
import { refundPayment } from "./send-refund.server.ts";

await runTestSandbox();

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
});

const fresh = () => context.em.fork();

/** A paid intent for one of the product, the order that a script sends for it, and what the shop saw then. */
async function readyToPlace() {
  const items = [{ productId: product.id, quantity: 1 }];
  const payload = scriptPayloadOf(await paidByScript(context, 5000), items);
  const payment = await retrieveIntentPayment(context, payload.transactionId);
  const lookup = await lookBeforeOrder(fresh(), payload);
  if (!payment || !lookup) throw new Error("The payment was not found.");
  return {
    payload,
    payment,
    seen: lookup,
    place: () => placeAtOnce({ ...context, em: fresh() }, lookup, payload, payment),
  };
}

const books = () => booksOf(context, product);

it("writes the order with all that belongs to it", async () => {
  const before = await books();
  const { payload, seen: lookup, place } = await readyToPlace();
  // An event has told of the money before.
  const receivedAt = new Date("2026-01-05T12:00:00Z");
  await fresh().execute("update payment set received_at = ? where id = ?", [receivedAt, lookup.paymentId]);
  const placed = await place();
  expect(await books()).toEqual({
    orders: before.orders + 1,
    customers: before.customers + 1,
    mails: before.mails + 2,
    number: before.number + 1,
    stock: 4,
    held: 0,
  });
  const em = fresh();
  expect(await em.findOneOrFail(Payment, lookup.paymentId)).toMatchObject({
    status: "succeeded",
    isMatched: true,
    amountReceived: 5000,
    receivedAt,
  });
  expect(await em.findOneOrFail(Checkout, lookup.checkoutId)).toMatchObject({
    status: "paid",
    totalAmount: 5000,
  });
  const written = await em.findOneOrFail(Order, placed ?? 0, { populate: ["customer"] });
  expect(written).toMatchObject({
    customerEmail: payload.customerEmail,
    totalAmount: 5000,
    status: "processing",
  });
  expect(written.customer?.email).toBe(payload.customerEmail);
});

it("gives a VAT number of seven digits after the one that ends in 999,999", async () => {
  const { number } = await books();
  await fresh().nativeUpdate(Counter, { name: "vat_invoice" }, { value: 999_999 });
  const numbers: string[] = [];
  for (let taken = 0; taken < 2; taken += 1) {
    const { place } = await readyToPlace();
    numbers.push((await fresh().findOneOrFail(Order, (await place()) ?? 0)).vatInvoiceNumber);
  }
  await fresh().nativeUpdate(Counter, { name: "vat_invoice" }, { value: number });
  expect(numbers).toEqual(["OXB-1000000", "OXB-1000001"]);
});

describe("writes nothing at all", () => {
  const refused = async (happen: () => Promise<unknown>) => {
    const { place } = await readyToPlace();
    await happen();
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  };

  it("when the price has changed since it was seen", () =>
    refused(() => fresh().nativeUpdate(Product, product.id, { price: 5100 })));

  it("when the stock was sold meanwhile", () =>
    refused(() => fresh().nativeUpdate(Product, product.id, { stockQuantity: 0 })));

  it("when others hold what is left", () =>
    refused(() => fresh().nativeUpdate(Product, product.id, { heldQuantity: 5 })));

  it("when the product was archived meanwhile", () =>
    refused(() => fresh().nativeUpdate(Product, product.id, { archivedAt: new Date() })));

  it("when somebody registered with the buyer's address meanwhile", async () => {
    const { payload, place } = await readyToPlace();
    const em = fresh();
    em.create(User, { name: "Sam", email: payload.customerEmail, username: payload.customerEmail });
    await em.flush();
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when its money was given back since it was seen", async () => {
    const { seen: lookup, payment, place } = await readyToPlace();
    await bookReceived(context, payment, lookup.checkoutId);
    await refundPayment(context, {
      checkoutId: lookup.checkoutId,
      paymentId: payment.id,
      reason: "unavailable",
    });
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  // No money moves and no version grows in these two, which the others would notice.
  it("when its checkout was bought meanwhile", async () => {
    const { seen: lookup, place } = await readyToPlace();
    await fresh().execute("update checkout set status = 'paid' where id = ?", [lookup.checkoutId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when its payment is marked as given back", async () => {
    const { seen: lookup, place } = await readyToPlace();
    await fresh().execute("update payment set status = 'refunded' where id = ?", [lookup.paymentId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when the settings have changed since they were read", async () => {
    const { seen: lookup, payload, payment } = await readyToPlace();
    const stale = {
      ...context,
      em: fresh(),
      settings: { ...context.settings, version: lookup.settingsVersion - 1 },
    };
    expect(await placeAtOnce(stale, lookup, payload, payment)).toBeUndefined();
  });

  it("for the second of two that saw the same", async () => {
    const { place } = await readyToPlace();
    const before = await books();
    const placed = await Promise.all([place(), place(), place()]);
    expect(placed.filter((order) => order !== undefined)).toHaveLength(1);
    expect(await books()).toMatchObject({ orders: before.orders + 1, number: before.number + 1, stock: 4 });
  });
});

it("sells a rush exactly what there is, without a deadlock", async () => {
  const waiting = await Promise.all(Array.from({ length: 12 }, () => readyToPlace()));
  const placed = await Promise.all(waiting.map(({ place }) => place()));
  expect(placed.filter((order) => order !== undefined)).toHaveLength(5);
  expect((await books()).stock).toBe(0);
});
