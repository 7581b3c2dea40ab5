import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { beforeEach, describe, expect, it } from "vitest";
import {
  AccountToken,
  Checkout,
  Counter,
  Dispute,
  Order,
  OutboxEmail,
  Payment,
  PaymentWarning,
  Product,
  Refund,
  StockHold,
  User,
} from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { retrieveIntentPayment } from "#server/payments/stripe/stripe-payments.server.ts";
import { booksOf, paidByScript, payingContext, scriptPayloadOf } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { bookReceived } from "./book-payment.server.ts";
import { lookBeforeOrder, type OrderLookup, placeAtOnce } from "./place-at-once.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { refundPayment } from "./send-refund.server.ts";

await runTestSandbox();

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 5000, stockQuantity: 5 });
});

const fresh = () => context.em.fork();

/**
 * A paid intent for one of the product, or so many pence, the order that a script sends for it, and what the shop saw
 * then.
 */
async function readyToPlace(changes: Record<string, unknown> = {}, { amount = 5000, own = context } = {}) {
  const items = [{ productId: product.id, quantity: 1 }];
  const payload = scriptPayloadOf(await paidByScript(context, amount), items, changes);
  const payment = await retrieveIntentPayment(context, payload.transactionId);
  const lookup = await lookBeforeOrder(fresh(), payload);
  if (!payment || !lookup) throw new Error("The payment was not found.");
  return {
    payload,
    payment,
    lookup,
    place: (received: Partial<ReceivedPayment> = {}) =>
      placeAtOnce({ ...own, em: fresh() }, lookup, payload, { ...payment, ...received }),
  };
}

const books = () => booksOf(context, product);

it("writes the order with all that belongs to it", async () => {
  const before = await books();
  const { payload, lookup, place } = await readyToPlace();
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
    snapshot: { total: 5000 },
    details: { customerEmail: payload.customerEmail },
  });
  const written = await em.findOneOrFail(Order, placed ?? 0, { populate: ["customer"] });
  expect(written).toMatchObject({
    customerEmail: payload.customerEmail,
    totalAmount: 5000,
    status: "processing",
  });
  expect(written.customer?.email).toBe(payload.customerEmail);
});

it("gives the number that the script asks for, and tells staff what is left", async () => {
  const invoiceNumber = `INV-${Date.now()}999`;
  const own = withSettings(context, { lowStockThreshold: 4 });
  const { place, payload } = await readyToPlace({ invoiceNumber }, { own });
  await place();
  const em = fresh();
  await em.findOneOrFail(Order, { invoiceNumber });
  const toStaff = await em.findOneOrFail(OutboxEmail, { key: `new-order:${invoiceNumber}` });
  expect(toStaff.props).toMatchObject({ runningLow: [{ productName: product.name, left: 4 }] });
  // The link that sets a password leads somewhere.
  const user = await em.findOneOrFail(User, { email: payload.customerEmail });
  expect(await em.count(AccountToken, { user: user.id, purpose: "set_password" })).toBe(1);
});

it("invites a guest to register, where customers do that themselves", async () => {
  const own = withSettings(context, { customerAccountCreation: "manual" });
  const order = await fresh().findOneOrFail(Order, (await (await readyToPlace({}, { own })).place()) ?? 0);
  const mail = await fresh().findOneOrFail(OutboxEmail, { key: `order-confirmation:${order.invoiceNumber}` });
  expect(mail.props).toMatchObject({ registerUrl: expect.any(String) });
});

it("is the order and the checkout of somebody who is signed in, whatever address they name", async () => {
  const user = await makeUser(context);
  const own = withSettings(asUser(context, user), { customerAccountCreation: "manual" });
  const { place, lookup } = await readyToPlace({ invoiceNumber: `INV-${Date.now()}998` }, { own });
  const order = await fresh().findOneOrFail(Order, (await place()) ?? 0);
  expect(order.customer?.id).toBe(user.id);
  expect(await fresh().findOneOrFail(Checkout, lookup.checkoutId)).toMatchObject({ user: { id: user.id } });
  const mail = await fresh().findOneOrFail(OutboxEmail, { key: `order-confirmation:${order.invoiceNumber}` });
  expect(mail.props).toMatchObject({ registerUrl: null });
});

it("is the order of the buyer's account, in whatever letters they write its address", async () => {
  const user = await makeUser(context);
  const { place } = await readyToPlace({ customerEmail: user.email.toUpperCase() });
  const order = await fresh().findOneOrFail(Order, (await place()) ?? 0);
  expect(order.customer?.id).toBe(user.id);
});

it("sells the last units, and takes none where nobody counts them", async () => {
  await fresh().nativeUpdate(Product, product.id, { stockQuantity: 1 });
  expect(await (await readyToPlace()).place()).toBeDefined();
  expect((await books()).stock).toBe(0);
  const uncounted = withSettings(context, { stockManagement: false });
  expect(await (await readyToPlace({}, { own: uncounted })).place()).toBeDefined();
  expect((await books()).stock).toBe(0);
});

it("passes on what the database says, unless another request was there first", async () => {
  const { place, payload } = await readyToPlace();
  await fresh().execute(
    `create function find_no_room() returns trigger language plpgsql as $$ begin raise exception 'No room for it'; end $$;
     create trigger find_no_room before insert on customer_order for each row
       when (new.customer_email = '${payload.customerEmail}') execute function find_no_room();`,
  );
  try {
    await expect(place()).rejects.toThrow("No room for it");
  } finally {
    await fresh().execute("drop function find_no_room cascade");
  }
});

describe("sees what there is of a payment:", () => {
  it("the products that are named, and no payment of another provider", async () => {
    const { payload, lookup } = await readyToPlace();
    expect(lookup.isPlain).toBe(true);
    expect(lookup.products?.map(({ id }) => id)).toEqual([product.id]);
    expect(await lookBeforeOrder(fresh(), { ...payload, paymentMethod: "paypal" })).toBeUndefined();
  });

  const events = (payment: number, key: string) => ({
    refund: { payment, key, amount: 1, reason: "", source: "staff" as const, createdAt: new Date() },
    dispute: {
      ...{ provider: "stripe" as const, providerDisputeId: key, payment, amount: 1, reason: "" },
      ...{ status: "lost" as const, openedAt: new Date() },
    },
    warning: {
      ...{ kind: "fraud" as const, providerWarningId: key, payment, reason: "" },
      ...{ isOpen: false, openedAt: new Date() },
    },
  });

  it.each<[string, (em: EntityManager, lookup: OrderLookup) => Promise<unknown>]>([
    [
      "its checkout was priced",
      (em, { checkoutId: id }) => em.nativeUpdate(Checkout, { id }, { snapshot: {} as never }),
    ],
    [
      "its checkout was begun with a cart",
      async (em, { checkoutId: id }) =>
        em.nativeUpdate(Checkout, { id }, { cart: await makeCart(context, [{ product, quantity: 1 }]) }),
    ],
    [
      "its checkout has ended",
      (em, { checkoutId: id }) => em.nativeUpdate(Checkout, { id }, { status: "expired" }),
    ],
    [
      "it was cancelled",
      (em, { paymentId: id }) => em.nativeUpdate(Payment, { id }, { status: "cancelled" }),
    ],
    [
      "it has bought something",
      (em, { paymentId: id }) => em.nativeUpdate(Payment, { id }, { isMatched: true }),
    ],
    ["it has a refund", (em, { paymentId }) => em.insert(Refund, events(paymentId, randomUUID()).refund)],
    ["it has a dispute", (em, { paymentId }) => em.insert(Dispute, events(paymentId, randomUUID()).dispute)],
    [
      "it has a warning",
      (em, { paymentId }) => em.insert(PaymentWarning, events(paymentId, randomUUID()).warning),
    ],
    [
      "its checkout holds stock",
      (em, { checkoutId: checkout }) =>
        em.insert(StockHold, {
          ...{ checkout, product: product.id, quantity: 1, beyondShare: 0 },
          expiresAt: new Date(),
        }),
    ],
  ])("it is not plain when %s", async (_what, happen) => {
    const { payload, payment, lookup } = await readyToPlace();
    await happen(fresh(), lookup);
    const now = await lookBeforeOrder(fresh(), payload);
    expect(now?.isPlain).toBe(false);
    expect(now && (await placeAtOnce({ ...context, em: fresh() }, now, payload, payment))).toBeUndefined();
  });
});

describe("leaves to the longer way", () => {
  it.each<[string, Partial<ReceivedPayment>]>([
    ["money that has not come", { state: "processing" }],
    ["money of which a part went back", { refundedPart: "some" }],
    ["a disputed payment", { hasDispute: true }],
    ["a reviewed payment", { reviewId: "prv_1" }],
    ["a payment of another checkout", { checkoutId: randomUUID() }],
    ["another amount", { amountReceived: 5001 }],
    ["another currency", { currency: "eur" }],
  ])("%s", async (_what, received) => {
    const { place } = await readyToPlace();
    expect(await place(received)).toBeUndefined();
  });

  it("what is archived, also beside what is there", async () => {
    const gone = await makeProduct(context, { price: 100, archivedAt: new Date() });
    const items = [
      { productId: product.id, quantity: 1 },
      { productId: gone.id, quantity: 1 },
    ];
    expect(await (await readyToPlace({ items }, { amount: 5100 })).place()).toBeUndefined();
  });

  it("an address that lacks its town and postcode", async () => {
    const { place } = await readyToPlace({ customerAddress: "1 Field" });
    expect(await place()).toBeUndefined();
  });

  it("what is collected, since its half hour has to have a place", async () => {
    const own = withSettings(context, { collectionEnabled: true });
    const collected = { deliveryOption: "collection", collectionSlot: new Date().toISOString() };
    expect(await (await readyToPlace(collected, { own })).place()).toBeUndefined();
  });

  it("a place that is not served, whose money it gives back", async () => {
    const own = withSettings(context, { countriesServed: "France" });
    expect(await (await readyToPlace({}, { own })).place()).toBeUndefined();
  });

  it("a number that another order has", async () => {
    const invoiceNumber = `INV-${Date.now()}997`;
    expect(await (await readyToPlace({ invoiceNumber })).place()).toBeDefined();
    expect(await (await readyToPlace({ invoiceNumber })).place()).toBeUndefined();
  });
});

it("sells what its own checkout holds", async () => {
  const { lookup, place } = await readyToPlace();
  const em = fresh();
  em.create(StockHold, {
    checkout: lookup.checkoutId,
    product: product.id,
    quantity: 1,
    beyondShare: 0,
    expiresAt: new Date(Date.now() + 60_000),
  });
  await em.flush();
  await fresh().nativeUpdate(Product, product.id, { heldQuantity: 5 });
  expect(await place()).toBeDefined();
  expect(await books()).toMatchObject({ stock: 4, held: 4 });
  expect(await fresh().count(StockHold, { checkout: lookup.checkoutId })).toBe(0);
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

  it("when the stock was sold meanwhile, for somebody who needs no account", async () => {
    const { place } = await readyToPlace({}, { own: asUser(context, await makeUser(context)) });
    await fresh().nativeUpdate(Product, product.id, { stockQuantity: 0 });
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

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
    const { lookup, payment, place } = await readyToPlace();
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
    const { lookup, place } = await readyToPlace();
    await fresh().execute("update checkout set status = 'paid' where id = ?", [lookup.checkoutId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when its payment has bought something meanwhile", async () => {
    const { lookup, place } = await readyToPlace();
    await fresh().execute("update payment set is_matched = true where id = ?", [lookup.paymentId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("of a payment and a checkout that do not belong together", async () => {
    const { lookup, payload, payment } = await readyToPlace();
    const other = await readyToPlace();
    const { paymentId, paymentChangedAt } = other.lookup;
    const before = await books();
    const ofOther = { ...lookup, paymentId, paymentChangedAt };
    const asOther = { ...other.payment, checkoutId: lookup.checkoutId };
    expect(await placeAtOnce({ ...context, em: fresh() }, ofOther, payload, asOther)).toBeUndefined();
    for (const mixed of [{ paymentId: 0 }, { checkoutId: randomUUID() }]) {
      const checkoutId = mixed.checkoutId ?? lookup.checkoutId;
      const placed = placeAtOnce({ ...context, em: fresh() }, { ...lookup, ...mixed }, payload, {
        ...payment,
        checkoutId,
      });
      expect(await placed).toBeUndefined();
    }
    expect(await books()).toEqual(before);
  });

  it.each([
    ["when what is bought has changed", "update checkout set version = version + 1 where id = ?"],
    [
      "when something has happened to the money",
      "update payment set updated_at = now() where checkout_id = ?",
    ],
  ])("%s since it was seen", async (_what, statement) => {
    const { lookup, place } = await readyToPlace();
    await fresh().execute(statement, [lookup.checkoutId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it.each([
    ["its payment is given back", "update payment set status = 'refunded' where checkout_id = ?"],
    ["what is bought changes", "update checkout set version = version + 1 where id = ?"],
  ])("when %s while it is written", async (_what, statement) => {
    const { lookup, place } = await readyToPlace();
    let placing: Promise<number | undefined> | undefined;
    await fresh().transactional(async (em) => {
      await em.execute(statement, [lookup.checkoutId]);
      placing = place();
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    });
    expect(await placing).toBeUndefined();
  });

  it("when its payment is marked as given back", async () => {
    const { lookup, place } = await readyToPlace();
    await fresh().execute("update payment set status = 'refunded' where id = ?", [lookup.paymentId]);
    const before = await books();
    expect(await place()).toBeUndefined();
    expect(await books()).toEqual(before);
  });

  it("when the settings have changed since they were read", async () => {
    const { lookup, payload, payment } = await readyToPlace();
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

it("is bought or refunded, not both, where another request for its money buys nothing at the same time", async () => {
  const { payload, lookup, place } = await readyToPlace();
  const gone = await makeProduct(context, { price: 5000, archivedAt: new Date() });
  const ofGone = { ...payload, items: [{ productId: gone.id, productName: gone.name, quantity: 1 }] };
  const both = await inTransaction(context.em, async (em) => {
    await em.execute("select from checkout where id = ? for update", [lookup.checkoutId]);
    const refused = placeOrder({ ...context, em: fresh() }, ofGone, null);
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    const placing = place();
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
    return { refused, placing };
  });
  await expect(both.refused).rejects.toBeInstanceOf(ShopError);
  const bought = (await both.placing) === undefined ? 0 : 1;
  expect(bought + (await fresh().count(Refund, { payment: lookup.paymentId }))).toBe(1);
});

it("sells a rush exactly what there is, without a deadlock", async () => {
  const waiting = await Promise.all(Array.from({ length: 12 }, () => readyToPlace()));
  const placed = await Promise.all(waiting.map(({ place }) => place()));
  expect(placed.filter((order) => order !== undefined)).toHaveLength(5);
  expect((await books()).stock).toBe(0);
});
