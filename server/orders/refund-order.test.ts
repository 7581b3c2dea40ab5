import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
  CorrectionNote,
  Counter,
  OrderEvent,
  OrderLine,
  Payment,
  Product,
  Refund,
} from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeOrder, makeProduct, makeUser } from "#server/testing/factories.ts";
import { makeLostDispute } from "#server/testing/ledger.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { GOOD_CARD, runTaskNow, runTestSandbox, startedSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { recordRefund } from "./record-refund.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { sendRefund, sweepRefunds, syncRefunds } from "./send-refund.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

await runTestSandbox();

const REFUND_PENDS = "4000000000007726";
const REFUND_FAILS = "4000000000005126";

const context = await payingContext({ actor: { kind: "system" } });
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;
const refundsAtStripe = async (paymentId: string) =>
  (await stripe().refunds.list({ payment_intent: paymentId })).data.map(({ amount }) => amount);
const creditNotes = async () => (await fresh().findOne(Counter, "credit_note"))?.value ?? 0;

/** A paid order of £60.00: three units at £20.00. */
async function paidOrder(card = GOOD_CARD) {
  const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  const { order, ...opened } = await buyByCard(context, [{ product, quantity: 3 }], { card });
  const { id } = order;
  const line = await fresh().findOneOrFail(OrderLine, { order: id });
  return {
    id,
    lineId: line.id,
    email: opened.form.email,
    paymentId: opened.paymentIntentId,
    stock: async () => (await fresh().findOneOrFail(Product, product.id)).stockQuantity,
    payment: () => fresh().findOneOrFail(Payment, { providerPaymentId: opened.paymentIntentId }),
    refunds: () => fresh().find(Refund, { order: id }, { orderBy: { id: "asc" } }),
    events: async () =>
      (await fresh().find(OrderEvent, { order: id }, { orderBy: { id: "asc" } })).map(
        (event) => event.message,
      ),
    mails: async () =>
      (await mailsTo(context, opened.form.email)).filter((mail) => mail.template === "order-refunded"),
  };
}

const wish = (orderId: number, amount: number, changes: object = {}) => ({
  orderId,
  key: randomUUID(),
  seenRefunded: 0,
  amount,
  reason: "One bag was torn",
  ...changes,
});

describe("refunding an order", () => {
  it("of more units than were ordered is refused beside the units", async () => {
    const order = await paidOrder();
    const units = [{ lineId: order.lineId, quantity: 4 }];
    const { amount: _, ...byUnits } = wish(order.id, 0, { units });
    await expect(refundOrder(manager, byUnits)).rejects.toMatchObject({
      fields: { units: [expect.any(String)] },
    });
    expect(await order.refunds()).toEqual([]);
  });

  it("gives back no more than a dispute has left of the payment", async () => {
    const order = await paidOrder();
    await makeLostDispute(context, await order.payment(), 2000, order);
    await expect(refundOrder(manager, wish(order.id, 4001))).rejects.toMatchObject({
      message: "At most £40.00 can be refunded.",
    });
    expect(await refundOrder(manager, wish(order.id, 4000))).toBe("succeeded");
  });

  it("gives back no more than somebody leaves who has the payment", async () => {
    const { id, refunds, ...order } = await paidOrder();
    const payment = await order.payment();
    const { refunding } = await inTransaction(context.em, async (em) => {
      await em.execute("select from payment where id = ? for update", [payment.id]);
      const refunding = refundOrder(manager, wish(id, 1000)).catch((error: unknown) => error);
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
      const all = { key: randomUUID(), payment: payment.id, amount: 6000, reason: "Elsewhere" };
      em.create(Refund, { ...all, source: "provider", status: "succeeded" });
      return { refunding };
    });
    expect(await refunding).toMatchObject({ code: "conflict" });
    expect(await refunds()).toEqual([]);
  });

  it("in part gives back money and stock as chosen, with credit note, timeline and mail", async () => {
    const order = await paidOrder();
    const units = [{ lineId: order.lineId, quantity: 1 }];
    const wanted = wish(order.id, 2000, { units, backToStock: true });
    expect(await refundOrder(manager, wanted)).toBe("succeeded");
    expect(await refundsAtStripe(order.paymentId)).toEqual([2000]);
    expect(await order.stock()).toBe(8);
    const [refund] = await order.refunds();
    expect(refund).toMatchObject({ amount: 2000, status: "succeeded", requestedBy: "Mona Manager" });
    const { number } = await fresh().findOneOrFail(CorrectionNote, { refund: refund?.id ?? 0 });
    expect(number).toMatch(/^OXB-CN-\d{6}$/);
    expect(await order.events()).toContain(`Refunded £20.00: One bag was torn (credit note ${number})`);
    const mails = await order.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Refunded in all: £20.00 of £60.00");
    expect((await order.payment()).status).toBe("succeeded");
    expect(await findStaffOrder(manager, order.id)).toMatchObject({ captured: 6000, refunded: 2000 });
  });

  it("above what was captured is refused and asks nobody", async () => {
    const order = await paidOrder();
    await expect(refundOrder(manager, wish(order.id, 6001))).toBeRefused("validation_failed", {
      fields: { amount: ["At most £60.00 can be refunded."] },
    });
    expect(await refundsAtStripe(order.paymentId)).toEqual([]);
    expect(await order.refunds()).toEqual([]);
  });

  it("sent ten times with one key is one refund, one credit note and one mail", async () => {
    const order = await paidOrder();
    const before = await creditNotes();
    const once = wish(order.id, 1500, {
      units: [{ lineId: order.lineId, quantity: 1 }],
      backToStock: true,
    });
    const states = await Promise.all(Array.from({ length: 10 }, () => refundOrder(manager, once)));
    expect(states.every((state) => state === "succeeded")).toBe(true);
    expect(await refundsAtStripe(order.paymentId)).toEqual([1500]);
    expect(await order.refunds()).toHaveLength(1);
    expect(await order.stock()).toBe(8);
    expect(await creditNotes()).toBe(before + 1);
    expect(await order.mails()).toHaveLength(1);
  });

  it("by two people at once succeeds for one; the other sees a conflict", async () => {
    const order = await paidOrder();
    const attempts = await Promise.allSettled([
      refundOrder(manager, wish(order.id, 4000)),
      refundOrder(manager, wish(order.id, 4000)),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = attempts.find((attempt) => attempt.status === "rejected");
    expect(String(refused?.reason)).toContain("Another refund was made meanwhile");
    expect(await refundsAtStripe(order.paymentId)).toEqual([4000]);
  });

  it("is for staff, and for orders that a provider has the money of", async () => {
    const order = await paidOrder();
    const customer = asUser(context, await makeUser(context));
    await expect(refundOrder(customer, wish(order.id, 100))).toBeRefused("forbidden");
    const unpaid = await makeOrder(context);
    await expect(refundOrder(manager, wish(unpaid.id, 100))).toBeRefused("conflict");
  });
});

const later = async () => payingContext({ clock: { now: () => new Date(Date.now() + 120_000) } });

/** Stored, and made by nobody yet. */
async function requested(orderId: number, amount: number, changes: object = {}): Promise<number> {
  const { gateways } = manager;
  const nobody = { host: "127.0.0.1", port: 9, protocol: "http", maxNetworkRetries: 0 } as const;
  const client = new Stripe("sk_test_nobody", nobody);
  const offline = { ...manager, gateways: { ...gateways, stripe: { ...gateways.stripe, client } } };
  await expect(refundOrder(offline, wish(orderId, amount, changes))).toBeRefused("unavailable");
  return (await fresh().findOneOrFail(Refund, { order: orderId })).id;
}

describe("a refund that is cut off", () => {
  it("after the provider made it is found there by its key, even when the idempotency key is forgotten", async () => {
    const order = await paidOrder();
    const key = randomUUID();
    const payment = await order.payment();
    const em = fresh();
    const row = {
      key,
      payment: payment.id,
      order: order.id,
      amount: 700,
      reason: "Test",
      source: "staff",
    } as const;
    em.create(Refund, { ...row, status: "requested", updatedAt: new Date(Date.now() - 60_000) });
    await em.flush();
    await stripe().refunds.create({
      payment_intent: order.paymentId,
      amount: 700,
      metadata: { refund_key: key },
    });
    await sweepRefunds(await later());
    expect(await refundsAtStripe(order.paymentId)).toEqual([700]);
    expect((await order.refunds()).map(({ status }) => status)).toEqual(["succeeded"]);
  });
});

describe("a refund that two requests ask for at once", () => {
  const line = async (id: number) => fresh().findOneOrFail(OrderLine, id);
  const units = ({ lineId }: { lineId: number }, quantity: number) => ({
    units: [{ lineId, quantity }],
    backToStock: true,
  });

  it("stays made when the refusal of the first comes late, and is taken back once when its bank refuses it", async () => {
    const order = await paidOrder(REFUND_FAILS);
    const elsewhere = await stripe().refunds.create({ payment_intent: order.paymentId });
    const { secretKey, port } = startedSandbox();
    const httpClient = Stripe.createFetchHttpClient(async (...request) => {
      const response = await fetch(...request);
      if (request[1]?.method === "POST") {
        await runTaskNow(elsewhere.id);
        await sweepRefunds(await later());
      }
      return response;
    });
    const client = new Stripe(secretKey, { host: "127.0.0.1", port, protocol: "http", httpClient });
    const { gateways } = manager;
    const slow = { ...manager, gateways: { ...gateways, stripe: { ...gateways.stripe, client } } };
    expect(await refundOrder(slow, wish(order.id, 6000, units(order, 3)))).toBe("succeeded");
    expect(await line(order.lineId)).toMatchObject({ creditedQuantity: 3, creditedAmount: 6000 });
    const [made] = await order.refunds();
    await runTaskNow(made?.providerRefundId ?? "");
    await syncRefunds(context, order.paymentId);
    expect(await order.refunds()).toMatchObject([{ status: "failed" }]);
    expect(await line(order.lineId)).toMatchObject({ creditedQuantity: 0, creditedAmount: 0 });
  });

  it("is credited again, with its goods, when it is made after its refusal", async () => {
    const order = await paidOrder();
    const id = await requested(order.id, 4000, units(order, 2));
    await recordRefund(context, id, { id: null, status: "failed", failure: "Try again" });
    expect(await line(order.lineId)).toMatchObject({ creditedQuantity: 0, cancelledQuantity: 0 });
    await recordRefund(context, id, { id: `re_${id}`, status: "succeeded", failure: null });
    expect(await line(order.lineId)).toMatchObject({
      ...{ creditedQuantity: 2, creditedAmount: 4000, cancelledQuantity: 2, cancelledToStock: 2 },
    });
    expect(await order.stock()).toBe(9);
    expect(await order.mails()).toHaveLength(1);
  });
});

describe("a refund that is made because one in the dashboard has come back, unheard", () => {
  it("is credited as it was asked for, with one credit note for its money", async () => {
    const order = await paidOrder(REFUND_FAILS);
    const units = [{ lineId: order.lineId, quantity: 3 }];
    const id = await requested(order.id, 6000, { units, backToStock: true });
    const elsewhere = await stripe().refunds.create({ payment_intent: order.paymentId });
    await syncRefunds(context, order.paymentId);
    await runTaskNow(elsewhere.id);
    expect(await sendRefund(context, id)).toBe("succeeded");
    const line = await fresh().findOneOrFail(OrderLine, order.lineId);
    expect(line).toMatchObject({ creditedQuantity: 3, creditedAmount: 6000, cancelledToStock: 3 });
    const notes = await fresh().find(CorrectionNote, { order: order.id }, { orderBy: { id: "asc" } });
    expect(notes.map(({ kind, content }) => [kind, content.lines.length])).toEqual([
      ["credit", 1],
      ["debit", 1],
      ["credit", 1],
    ]);
  });
});

describe("refund events", () => {
  const deliver = (type: string, object: object) => deliverToStripeHook(context, type, object);

  it("import a refund made in the provider's own dashboard, once, with credit note and mail", async () => {
    const order = await paidOrder();
    const made = await stripe().refunds.create({ payment_intent: order.paymentId, amount: 2500 });
    const charge = (await stripe().charges.list({ payment_intent: order.paymentId })).data[0] ?? {};
    await Promise.all([
      deliver("charge.refunded", charge),
      deliver("refund.updated", made),
      deliver("refund.created", made),
    ]);
    const refunds = await order.refunds();
    expect(refunds).toHaveLength(1);
    expect(refunds[0]).toMatchObject({ amount: 2500, source: "provider", providerRefundId: made.id });
    expect(await order.mails()).toHaveLength(1);
    await expect(refundOrder(manager, wish(order.id, 4000, { seenRefunded: 2500 }))).rejects.toMatchObject({
      message: "At most £35.00 can be refunded.",
    });
  });

  it("of a refund that pends say so, and complete it when the bank has paid", async () => {
    const order = await paidOrder(REFUND_PENDS);
    expect(await refundOrder(manager, wish(order.id, 1000))).toBe("pending");
    expect(await order.mails()).toHaveLength(0);
    expect(await order.events()).toContain("A refund of £10.00 is on its way: One bag was torn");
    const [row] = await order.refunds();
    const object = { id: row?.providerRefundId, object: "refund", payment_intent: order.paymentId };
    await runTaskNow(row?.providerRefundId ?? "");
    await deliver("refund.updated", object);
    await deliver("refund.updated", object);
    expect((await order.refunds())[0]).toMatchObject({ status: "succeeded" });
    expect(await order.mails()).toHaveLength(1);
  });

  it("of a refund that came back free its amount again and warn staff", async () => {
    const order = await paidOrder(REFUND_FAILS);
    await refundOrder(manager, wish(order.id, 6000));
    expect((await order.payment()).status).toBe("refunded");
    const [row] = await order.refunds();
    await runTaskNow(row?.providerRefundId ?? "");
    await deliver("refund.failed", { id: row?.providerRefundId, payment_intent: order.paymentId });
    expect((await order.refunds())[0]).toMatchObject({ status: "failed" });
    expect((await order.payment()).status).toBe("succeeded");
    expect((await findStaffOrder(manager, order.id)).refunded).toBe(0);
    expect(await order.events()).toContain("The refund of £60.00 did not go through (lost_or_stolen_card)");
    await deliver("refund.updated", { id: row?.providerRefundId, payment_intent: order.paymentId });
    const warnings = (await mailsTo(context, context.settings.storeEmail)).filter(
      ({ template, text }) => template === "refund-failed" && text.includes(order.paymentId),
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.text).toContain("lost_or_stolen_card");
    expect(warnings[0]?.html).toContain(`/admin?tab=orders&amp;order=${order.id}`);
  });
});

describe("credit notes", () => {
  it("are numbered without gaps, apart from invoices, no matter who refunds at the same time", async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidOrder()));
    const before = await creditNotes();
    await Promise.all(orders.map(({ id }) => refundOrder(manager, wish(id, 100))));
    const numbers = (await fresh().find(CorrectionNote, { order: { $in: orders.map(({ id }) => id) } }))
      .map(({ number }) => Number(number.split("-").at(-1)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 4 }, (_, index) => before + index + 1));
  });
});
