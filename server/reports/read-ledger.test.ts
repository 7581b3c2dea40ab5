import { beforeEach, describe, expect, it } from "vitest";
import { Order, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway, monthOf } from "#server/core/shop-time.ts";
import { forEachProvider } from "#server/payments/provider-list.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { makeLostDispute, makePaidOrder, makePayment, makeRefund } from "#server/testing/ledger.ts";
import { countUnmatched, listUnmatched } from "./list-unmatched.server.ts";
import { readLedger } from "./read-ledger.server.ts";

let context: Context;
/** Each test has a month of its own. */
let month = "2024-01";
beforeEach(async () => {
  context = await testContext({ actor: { kind: "system" } });
  month = monthAway(month, 1);
});

const on = (day: number, time = "12:00:00Z") => new Date(`${month}-${String(day).padStart(2, "0")}T${time}`);
const dayOf = async (day: number) =>
  (await readLedger(context, { month })).days.find((each) => each.day === on(day).toISOString().slice(0, 10));

describe("the ledger of a day", () => {
  it("balances receipts with orders, refunds, losses by disputes and unmatched money", async () => {
    const receivedAt = on(5);
    await makePaidOrder(context, { amount: 5099, receivedAt });
    await makePaidOrder(context, { amount: 3333, provider: "paypal", receivedAt });
    const inPart = await makePaidOrder(context, { amount: 6000, receivedAt });
    await makeRefund(context, inPart.payment, 1501, { createdAt: on(6) });
    await makeRefund(context, inPart.payment, 99, { createdAt: on(6), source: "provider" });
    await makeRefund(context, inPart.payment, 4000, { createdAt: on(6), status: "failed" });
    const inFull = await makePaidOrder(context, { amount: 2500, receivedAt });
    await makeRefund(context, inFull.payment, 2500, { createdAt: on(5) });
    const second = await makePayment(context, { amount: 5099, receivedAt });
    await makeRefund(context, second, 5099, { createdAt: on(5), source: "automatic" });
    const lost = await makePaidOrder(context, { amount: 4001, receivedAt });
    await makeLostDispute(context, lost.payment, 4001);
    await makePayment(context, { amount: 777, receivedAt });
    const partlyBack = await makePayment(context, { amount: 1000, provider: "paypal", receivedAt });
    await makeRefund(context, partlyBack, 300, { createdAt: on(6), status: "pending" });

    const figures = await dayOf(5);
    expect(figures).toEqual({
      day: on(5).toISOString().slice(0, 10),
      received: {
        ...forEachProvider(() => 0),
        stripe: 5099 + 6000 + 2500 + 5099 + 4001 + 777,
        paypal: 3333 + 1000,
      },
      payments: 8,
      kept: 5099 + 3333 + 4400,
      orders: 5,
      refunded: 1600 + 2500 + 5099 + 300,
      disputed: 4001,
      unmatched: 777 + 700,
      unmatchedPayments: 2,
      difference: 0,
      refundsMade: 2500 + 5099,
      byHand: 0,
      ordersByHand: 0,
    });
    expect((await dayOf(6))?.refundsMade).toBe(1501 + 99 + 300);
    expect((await readLedger(context, { month })).total).toMatchObject({ payments: 8, difference: 0 });
  });

  it("begins and ends at midnight in London, summer time included", async () => {
    month = "2025-07";
    await makePayment(context, { amount: 100, receivedAt: on(9, "22:59:59Z") });
    await makePayment(context, { amount: 200, receivedAt: on(9, "23:00:00Z") });
    expect((await dayOf(9))?.received.stripe).toBe(100);
    expect((await dayOf(10))?.received.stripe).toBe(200);
    await makePayment(context, { amount: 400, receivedAt: on(31, "23:00:00Z") });
    expect((await readLedger(context, { month: "2025-08" })).days[0]).toMatchObject({
      day: "2025-08-01",
      received: { stripe: 400 },
    });
    expect(monthOf(on(31, "23:00:00Z"))).toBe("2025-08");
  });

  it("shows an order that is worth more or less than its payment as a difference", async () => {
    await makePaidOrder(context, { amount: 2000, ordered: 2500, receivedAt: on(3) });
    await makePaidOrder(context, { amount: 2000, ordered: 1999, receivedAt: on(4) });
    expect((await dayOf(3))?.difference).toBe(-500);
    expect((await dayOf(4))?.difference).toBe(1);
    expect((await readLedger(context, { month })).total.difference).toBe(501);
  });

  it("shows an order whose payment nobody received, and more refunded than was received, as a difference", async () => {
    const { payment } = await makePaidOrder(context, { amount: 2000, receivedAt: on(3) });
    await context.em
      .fork()
      .nativeUpdate(Payment, { id: payment.id }, { amountReceived: 0, receivedAt: null });
    expect(await dayOf(3)).toMatchObject({ kept: 2000, received: { stripe: 0 }, difference: -2000 });
    const over = await makePaidOrder(context, { amount: 2000, receivedAt: on(4) });
    await makeRefund(context, over.payment, 2001, { createdAt: on(4) });
    expect((await dayOf(4))?.difference).toBe(-1);
  });

  it("shows orders that were paid past the providers as recorded by hand, never as a difference", async () => {
    await makeOrder(context, { createdAt: on(8) });
    const cash = await makeOrder(context, { createdAt: on(8) });
    await context.em
      .fork()
      .nativeUpdate(Order, { id: cash.id }, { paymentMethod: "cash", transactionId: null });
    expect(await dayOf(8)).toMatchObject({ ordersByHand: 2, byHand: 4000, kept: 0, difference: 0 });
  });

  it("counts another currency apart from the pounds", async () => {
    await makePayment(context, { amount: 5000, currency: "eur", receivedAt: on(8) });
    expect(await readLedger(context, { month })).toMatchObject({ days: [], foreignPayments: 1 });
  });

  it("lists what bought nothing for administrators alone", async () => {
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    await expect(listUnmatched(manager, 10)).toBeRefused("forbidden");
  });
});

describe("unmatched money", () => {
  it("is listed with what is left of it until it has bought an order or gone back", async () => {
    const before = await countUnmatched(context);
    const payment = await makePayment(context, { amount: 1234 });
    await makeRefund(context, payment, 34);
    const bought = await makePaidOrder(context, {});
    expect(await countUnmatched(context)).toBe(before + 1);
    const listed = (await listUnmatched(context, 1000)).find(({ id }) => id === payment.id);
    expect(listed).toMatchObject({
      providerPaymentId: payment.providerPaymentId,
      amount: 1234,
      left: 1200,
      reason: "No order was ever sent for this payment.",
    });
    expect((await listUnmatched(context, 1000)).some(({ id }) => id === bought.payment.id)).toBe(false);
    await context.em.fork().nativeUpdate(Payment, { id: payment.id }, { status: "refunded" });
    expect(await countUnmatched(context)).toBe(before);
  });
});
