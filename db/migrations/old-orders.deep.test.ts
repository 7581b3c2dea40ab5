import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Order, OrderLine, Product, StockHold } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { findCheckoutForm } from "#server/checkout/find-checkout.server.ts";
import { preparePayment } from "#server/checkout/prepare-payment.server.ts";
import type { Context } from "#server/core/context.ts";
import { findVatInvoice } from "#server/orders/invoices/find-vat-documents.server.ts";
import { listNewestOrders } from "#server/orders/lists/find-orders.server.ts";
import { findOwnOrder, listOwnOrders } from "#server/orders/lists/find-own-orders.server.ts";
import { findStaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { dispatchByProduct, dispatchOrder } from "#server/orders/parcels/dispatch-order.server.ts";
import { sweepCheckouts } from "#server/orders/payment/sweep-checkouts.server.ts";
import { findConfirmation } from "#server/orders/placing/find-confirmation.server.ts";
import { refundOrder } from "#server/orders/refunds/refund-order.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { asUser } from "#server/testing/factories.ts";
import { moveToOldDatabase } from "#server/testing/old-database.ts";
import { createIntentForAmount } from "#server/testing/provider-calls.ts";
import { callRest, cookieOfUser } from "#server/testing/rest/rest-caller.ts";
import { GOOD_CARD, payIntent, startTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import {
  BEFORE_PACKS,
  insertAmountOnly,
  insertBeginnings,
  insertCart,
  insertCheckout,
  insertOrder,
  insertPayment,
  insertProduct,
  insertUser,
  oldForm,
} from "#server/testing/rows-before-packs.ts";

/*
 * Orders of before packs and delivery, and carts that were open while that version was deployed, work on: the rows are
 * made in the schema of before, the stand-in of Stripe holds their payments, and the shop of now does the rest.
 */

type Old = Awaited<ReturnType<typeof fillAndUpgrade>>;

let old: Old;
let context: Context;
let manager: Context;
let buyer: Context;
const closing: (() => Promise<void>)[] = [];

async function fillAndUpgrade() {
  const { run, upgrade, close } = await moveToOldDatabase(BEFORE_PACKS);
  closing.unshift(close);
  await insertBeginnings(run);
  closing.unshift((await startTestSandbox()).stop);
  const intentOf = async (checkoutId: string, amount: number) => {
    const intent = await paymentGateways().stripe.client.paymentIntents.create({
      ...{ amount, currency: "gbp", allowed_payment_method_types: ["card"] },
      metadata: { checkout_id: checkoutId },
    });
    return { id: intent.id, secret: intent.client_secret ?? "" };
  };
  const char = await insertProduct(run, "premium-biochar", 2499);
  const bulk = await insertProduct(run, "bulk-biochar", 12_000);
  const customer = await insertUser(run, "bea");
  const staff = await insertUser(run, "mona", "administrator");

  const cartId = await insertCart(run, [
    { product: char, quantity: 1 },
    { product: bulk, quantity: 2 },
  ]);
  const open = await insertCheckout(run, [{ product: char, quantity: 1 }]);
  const begin = async (quantity: number) => {
    const checkout = await insertCheckout(run, [{ product: char, quantity }]);
    const intent = await intentOf(checkout.id, checkout.snapshot.total);
    await insertPayment(run, checkout, intent.id);
    return { ...checkout, intent };
  };
  const underWay = await begin(2);
  const paidMeanwhile = await begin(3);
  await payIntent(paidMeanwhile.intent.secret, GOOD_CARD);
  const confirmedLate = await begin(1);
  const scripts = await insertAmountOnly(run, 3598, async (id) => {
    const { id: paymentId, secret } = await intentOf(id, 3598);
    await payIntent(secret, GOOD_CARD);
    return paymentId;
  });

  const lines = [
    { product: char, quantity: 3 },
    { product: bulk, quantity: 2 },
  ];
  const checkoutId = randomUUID();
  const bought = await intentOf(checkoutId, 3 * 2499 + 2 * 12_000);
  await payIntent(bought.secret, GOOD_CARD);
  const paidWith = { checkoutId, paymentId: bought.id };
  const dispatched = { carrier: "Royal Mail", trackingNumber: "AB123456789GB" };
  const one = { lines: [{ product: char, quantity: 1 }], customer };
  const orders = {
    processing: await insertOrder(run, { status: "processing", lines, customer, paidWith }),
    dispatched: await insertOrder(run, { ...one, status: "completed", dispatched }),
    pending: await insertOrder(run, { ...one, status: "pending" }),
    cancelled: await insertOrder(run, { ...one, status: "cancelled" }),
  };
  await upgrade();
  return {
    ...{ char, bulk, customer, staff, cartId, open, underWay, paidMeanwhile, confirmedLate, scripts, orders },
  };
}

beforeAll(async () => {
  old = await fillAndUpgrade();
  context = await payingContext();
  manager = asUser(context, { ...old.staff, role: "administrator" });
  buyer = asUser(context, { ...old.customer, role: "customer" });
}, 60_000);

afterAll(async () => {
  for (const close of closing) await close();
});

const fresh = () => context.em.fork();
const orderOf = (checkout: { id: string }) => fresh().findOneOrFail(Order, { checkout: checkout.id });

describe("a cart of before", () => {
  it("reads with the figures of the built-in rule, and nothing of packs", async () => {
    const { lines, ...cart } = await readCart(context, old.cartId);
    expect(cart).toMatchObject({ itemCount: 3, subtotal: 26_499, drawerShipping: 499, drawerTotal: 26_998 });
    expect(cart).not.toHaveProperty("deliveryTo");
    expect(lines.map(({ unitPrice, lineTotal, priceSteps }) => [unitPrice, lineTotal, priceSteps])).toEqual([
      [2499, 2499, []],
      [12_000, 24_000, []],
    ]);
    for (const line of lines) expect(line).not.toHaveProperty("perMeasure");
  });
});

describe("a checkout that was open", () => {
  it("is the same version at the same price, with the fields as they were typed", async () => {
    const { cartId, email, snapshot, invoiceNumber } = old.open;
    const form = checkoutFormSchema.parse(oldForm(email));
    expect(await findCheckoutForm(context, cartId)).toEqual(form);
    const prepared = await preparePayment(context, { cartId, form, method: "stripe", mode: "in-page" });
    expect(prepared).toEqual({
      kind: "form",
      payment: { method: "stripe", amount: 3598, currency: "gbp", invoiceNumber, snapshot },
    });
  });

  it("is paid by the page that is still open, and becomes an order of the price that it showed", async () => {
    const { cartId, email, snapshot, invoiceNumber } = old.open;
    const form = checkoutFormSchema.parse(oldForm(email));
    const items = [{ productId: old.char.id, quantity: 1 }];
    const intent = await createIntentForAmount(context, 3598, cartId, { form, items });
    await payIntent(intent.clientSecret, GOOD_CARD);
    await deliverToStripeHook(context, "payment_intent.succeeded", { id: intent.paymentIntentId });
    const order = await orderOf(old.open);
    expect(order).toMatchObject({ invoiceNumber, totalAmount: 3598, shippingCost: 1099, customerEmail: email });
    expect(order).toMatchObject({ vatInvoiceNumber: "OXB-000101", taxAmount: snapshot.vat, delivery: null });
    expect(await findConfirmation(context, { cartId, token: null })).toMatchObject({
      ...{ invoiceNumber, delivery: null, collection: null, status: "processing" },
      totals: { subtotal: 2499, shipping: 1099, total: 3598 },
    });
    expect((await readCart(context, cartId)).lines).toEqual([]);
  });
});

describe("a payment that was under way at the provider", () => {
  it("becomes an order when its card is confirmed after the change", async () => {
    const { intent, cartId } = old.underWay;
    await payIntent(intent.secret, GOOD_CARD);
    await deliverToStripeHook(context, "payment_intent.succeeded", { id: intent.id });
    expect(await orderOf(old.underWay)).toMatchObject({ totalAmount: 4998, shippingCost: 0, delivery: null });
    expect((await readCart(context, cartId)).lines).toEqual([]);
    expect(await fresh().count(StockHold, { checkout: old.underWay.id })).toBe(0);
  });

  it("becomes an order by itself when it was paid while the shop was down", async () => {
    await sweepCheckouts(await payingContext({ actor: { kind: "system" } }));
    expect(await orderOf(old.paidMeanwhile)).toMatchObject({ totalAmount: 7497, status: "processing" });
  });

  it("of a script buys what the script then names, in the payload of before", async () => {
    const payload = {
      ...{ customerName: "Sam Script", customerEmail: "sam@example.com", customerAddress: "1 Field, Hay" },
      ...{ shippingCountry: "United Kingdom", paymentMethod: "stripe", transactionId: old.scripts },
      items: [{ productId: old.char.id, productName: old.char.name, quantity: 1, price: 24.99 }],
    };
    const { status, body } = await callRest("POST", "/api/orders", { json: payload });
    expect(status).toBe(201);
    expect(body).toMatchObject({ subtotal: 24.99, shippingCost: 10.99, totalAmount: 35.98 });
    expect(body).not.toHaveProperty("delivery");
  });
});

describe("an order of before", () => {
  it("reads for staff, its buyer and scripts as it did", async () => {
    const all = Object.values(old.orders).map(({ id }) => id);
    const listed = (await listNewestOrders(manager, 20)).filter(({ id }) => all.includes(id));
    expect(listed.map(({ status }) => status).sort()).toEqual([
      ...["cancelled", "completed", "pending", "processing"],
    ]);
    const own = await listOwnOrders(buyer, 20);
    expect(own.map(({ id }) => id).sort()).toEqual([...all].sort());
    const { status, body } = await callRest("GET", "/api/shop/orders?limit=20", {
      cookie: await cookieOfUser(old.staff.id),
    });
    expect(status).toBe(200);
    const { id, invoiceNumber } = old.orders.processing;
    expect(body).toContainEqual({
      ...{ id, invoiceNumber, customerId: old.customer.id, customerName: "bea", customerEmail: "bea@example.com" },
      ...{ customerPhone: "", customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom" },
      ...{ subtotal: 314.97, taxAmount: 62.99, shippingCost: 0, totalAmount: 314.97, currency: "GBP" },
      ...{ status: "processing", paymentMethod: "stripe", createdAt: expect.any(String) },
      items: [
        { id: expect.any(Number), productId: old.char.id, productName: old.char.name, quantity: 3, price: 24.99 },
        { id: expect.any(Number), productId: old.bulk.id, productName: old.bulk.name, quantity: 2, price: 120 },
      ],
    });
  });

  it("has its invoice, with no price per measure on it", async () => {
    const { invoiceNumber } = old.orders.processing;
    const invoice = await findVatInvoice(buyer, { invoiceNumber, cartId: null, token: null });
    expect(invoice).toMatchObject({
      number: invoiceNumber.replace("INV", "OXB"),
      total: { gross: 31_497, vat: 5250, net: 26_247 },
    });
    expect(invoice.lines.map(({ description, gross }) => [description, gross])).toEqual([
      ["premium-biochar", 7497],
      ["bulk-biochar", 24_000],
    ]);
    for (const line of invoice.lines) expect(line).not.toHaveProperty("perMeasure");
  });

  it("that was dispatched says how, has no parcels and nothing left to be sent", async () => {
    const { id } = old.orders.dispatched;
    const order = await findStaffOrder(manager, id);
    expect(order).toMatchObject({ carrier: "Royal Mail", trackingNumber: "AB123456789GB", parcels: [] });
    expect(order.toSend.map(({ quantity }) => quantity)).toEqual([0]);
    const parcel = { orderId: id, carrier: "DPD", trackingNumber: "2", note: "" };
    await expect(dispatchOrder(manager, { ...parcel, from: "completed" })).rejects.toMatchObject({
      message: "This order has been dispatched already.",
    });
    const { timeline, cancelBy } = await findOwnOrder(buyer, id);
    expect(timeline.map(({ message }) => message)).toContain(
      "Dispatched with Royal Mail, tracking number AB123456789GB",
    );
    expect(cancelBy).toEqual(expect.any(String));
  });

  it("that was being processed goes out in two parcels", async () => {
    const { id } = old.orders.processing;
    const send = (trackingNumber: string, lines?: { productId: number; quantity: number }[]) =>
      dispatchByProduct(manager, id, { carrier: "DPD", trackingNumber, lines });
    await send("ONE", [{ productId: old.char.id, quantity: 2 }]);
    expect(await findStaffOrder(manager, id)).toMatchObject({
      ...{ status: "processing", dispatchedAt: null },
      toSend: [{ quantity: 1 }, { quantity: 2 }],
    });
    await send("TWO");
    expect(await findStaffOrder(manager, id)).toMatchObject({
      ...{ status: "completed", dispatchedAt: expect.any(String) },
      parcels: [{ trackingNumber: "ONE" }, { trackingNumber: "TWO" }],
      toSend: [{ quantity: 0 }, { quantity: 0 }],
    });
  });

  it("is refunded in part, and what comes back goes into stock", async () => {
    const { id } = old.orders.processing;
    const [line] = await fresh().find(OrderLine, { order: id }, { orderBy: { id: "asc" } });
    const stock = async () => (await fresh().findOneOrFail(Product, old.char.id)).stockQuantity;
    const before = await stock();
    const restock = [{ lineId: line?.id ?? 0, quantity: 1 }];
    expect(
      await refundOrder(manager, {
        ...{ orderId: id, key: randomUUID(), seenRefunded: 0, amount: 2499, reason: "Torn", restock },
      }),
    ).toBe("succeeded");
    expect(await findStaffOrder(manager, id)).toMatchObject({ captured: 31_497, refunded: 2499 });
    expect(await stock()).toBe(before + 1);
  });
});

describe("once the owner has saved what delivery costs", () => {
  it("a payment of before still becomes an order of what its buyer saw", async () => {
    const { version: seenVersion } = context.settings;
    await saveSettings(manager, { tab: "Shipping", seenVersion, values: { standardShippingCost: 19.99 } });
    const { intent } = old.confirmedLate;
    await payIntent(intent.secret, GOOD_CARD);
    await deliverToStripeHook(await payingContext(), "payment_intent.succeeded", { id: intent.id });
    const order = await orderOf(old.confirmedLate);
    expect(order).toMatchObject({ totalAmount: 3598, shippingCost: 1099, delivery: null });
    expect(await findStaffOrder(manager, order.id)).toMatchObject({ toSend: [{ quantity: 1 }] });
  });
});
