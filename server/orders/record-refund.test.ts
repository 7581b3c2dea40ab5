import { beforeEach, describe, expect, it } from "vitest";
import {
  Checkout,
  CorrectionNote,
  Dispute,
  Order,
  OrderEvent,
  OrderLine,
  OutboxEmail,
  Payment,
  Product,
  Refund,
} from "#db/entities/index.ts";
import type { CheckoutDetails } from "#server/checkout/checkout.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { makeLostDispute, makePaidOrder, makePayment, makeRefund } from "#server/testing/ledger.ts";
import { recordRefund } from "./record-refund.server.ts";
import type { RefundLine } from "./refund-rules.ts";

const context = await payingContext({ actor: { kind: "system" } });
const fresh = () => context.em.fork();

let order: Order;
let payment: Payment;
let line: OrderLine;

beforeEach(async () => {
  ({ order, payment } = await makePaidOrder(context));
  line = await fresh().findOneOrFail(OrderLine, { order: order.id });
});

/** A credit of so many pence of the order's line, which cancels the unit that was still to be sent. */
const creditOf = (amount: number, changes: Partial<RefundLine> = {}): RefundLine => ({
  ...{ lineId: line.id, quantity: 1, amount, cancelled: 1, returned: 0, toStock: 0 },
  ...changes,
});

/** A refund of the order that staff asked for, with its credit on the line. */
async function askFor(amount: number, changes: Partial<Refund> = {}) {
  const lines = [creditOf(amount)];
  const { id } = await makeRefund(context, payment, amount, { order: order.id, status: "requested" });
  await fresh().nativeUpdate(Refund, { id }, { lines, ...changes });
  const credited = { creditedQuantity: 1, creditedAmount: amount, cancelledQuantity: 1 };
  await fresh().nativeUpdate(OrderLine, { id: line.id }, credited);
  return id;
}

const say = (id: number, status: "pending" | "succeeded" | "failed", more: object = {}) =>
  recordRefund(context, id, { id: `re_${id}`, status, failure: null, ...more });
const refundOf = (id: number) => fresh().findOneOrFail(Refund, { id });
const paymentNow = () => fresh().findOneOrFail(Payment, { id: payment.id });
const lineNow = () => fresh().findOneOrFail(OrderLine, { id: line.id });
const told = async () => {
  const events = await fresh().find(OrderEvent, { order: order.id }, { orderBy: { id: "asc" } });
  return events.map(({ kind }) => kind).filter((kind) => kind !== "batches" && kind !== "cancelled");
};
const mails = (key: string) => fresh().find(OutboxEmail, { key: { $like: `${key}%` } });

describe("what a provider says of a refund", () => {
  it("is kept with its id, which it need not name again", async () => {
    const id = await askFor(500);
    await say(id, "pending");
    expect(await refundOf(id)).toMatchObject({ providerRefundId: `re_${id}`, status: "pending" });
    await say(id, "succeeded", { id: null });
    expect(await refundOf(id)).toMatchObject({ providerRefundId: `re_${id}`, status: "succeeded" });
  });

  it("is told once, at each step", async () => {
    const id = await askFor(500);
    for (const status of ["pending", "pending", "succeeded", "succeeded"] as const) await say(id, status);
    expect(await told()).toEqual(["refund_pending", "refunded"]);
    expect(await mails(`order-refunded:${(await refundOf(id)).key}`)).toHaveLength(1);
  });

  it("puts goods back into stock once, with the first that is heard of it", async () => {
    const stock = async () => (await fresh().findOneOrFail(Product, { id: line.product.id })).stockQuantity;
    const before = await stock();
    const id = await askFor(500, { lines: [creditOf(500, { toStock: 1 })] });
    await say(id, "pending");
    expect(await stock()).toBe(before + 1);
    await say(id, "succeeded");
    expect(await stock()).toBe(before + 1);
  });

  it("counts no more once it has said something later", async () => {
    const made = await askFor(500);
    await say(made, "succeeded");
    expect(await say(made, "pending")).toBe("succeeded");
    expect(await told()).toEqual(["refunded"]);
    expect(await say(made, "failed")).toBe("failed");
    expect(await say(made, "succeeded")).toBe("failed");
    expect(await lineNow()).toMatchObject({ creditedQuantity: 0, creditedAmount: 0 });
  });

  it("is nothing of money that went back by hand", async () => {
    const id = await askFor(500, { payment: null, status: "succeeded" });
    expect(await say(id, "failed")).toBe("succeeded");
  });
});

describe("the payment of a refund", () => {
  it("is refunded once all of it is, and here again once that came back", async () => {
    const id = await askFor(2000);
    await say(id, "succeeded");
    expect(await paymentNow()).toMatchObject({ status: "refunded" });
    await say(id, "failed");
    expect(await paymentNow()).toMatchObject({ status: "succeeded" });
  });

  it("is refunded by several refunds together, of what was to come where nobody has booked it", async () => {
    await makeRefund(context, payment, 1500, { order: order.id });
    await fresh().nativeUpdate(Payment, { id: payment.id }, { amountReceived: 0, status: "created" });
    const first = await askFor(400);
    await say(first, "succeeded");
    expect(await paymentNow()).toMatchObject({ status: "created" });
    await say(await askFor(100), "succeeded");
    expect(await paymentNow()).toMatchObject({ status: "refunded" });
  });

  it("leaves less to a lost dispute, and to refunds that wait", async () => {
    await makeLostDispute(context, payment, 2000);
    await say(await askFor(500), "succeeded");
    expect(await fresh().findOneOrFail(Dispute, { payment: payment.id })).toMatchObject({ amountLost: 1500 });
  });

  it("leaves less to an automatic refund that waits, unless this one failed", async () => {
    const waiting = await makeRefund(context, payment, 2000, { source: "automatic", status: "requested" });
    await say(await askFor(500), "failed");
    expect(await refundOf(waiting.id)).toMatchObject({ amount: 2000, status: "requested" });
    await say(await askFor(500), "succeeded");
    expect(await refundOf(waiting.id)).toMatchObject({ amount: 1500, status: "requested" });
  });
});

describe("a refund that fails", () => {
  it("is not credited, and what it cancelled is sent after all, where nothing had followed", async () => {
    const id = await askFor(500);
    await say(id, "failed", { failure: "No account" });
    expect(await lineNow()).toMatchObject({ creditedQuantity: 0, creditedAmount: 0, cancelledQuantity: 0 });
    expect(await told()).toEqual(["refund_failed"]);
    expect(await fresh().count(CorrectionNote, { order: order.id })).toBe(0);
    const [event] = await fresh().find(OrderEvent, { order: order.id, kind: "refund_failed" });
    expect(event?.message).toBe("The refund of £5.00 did not go through (No account)");
    expect(await mails("refund-failed:")).not.toHaveLength(0);
  });

  it("opens an order again whose other goods had left meanwhile: what it cancelled is to be sent", async () => {
    await fresh().nativeUpdate(OrderLine, { id: line.id }, { quantity: 2, leftQuantity: 1 });
    const id = await askFor(500);
    const ended = { status: "completed" as const, dispatchedAt: new Date() };
    await fresh().nativeUpdate(Order, { id: order.id }, ended);
    await say(id, "failed");
    const opened = await fresh().findOneOrFail(Order, { id: order.id });
    expect(opened).toMatchObject({ status: "processing", dispatchedAt: null });
    await fresh().nativeUpdate(OrderLine, { id: line.id }, { quantity: 3, leftQuantity: 2 });
    await fresh().nativeUpdate(Order, { id: order.id }, ended);
    await say(await askFor(500, { lines: [creditOf(500, { cancelled: 0 })] }), "failed");
    expect(await fresh().findOneOrFail(Order, { id: order.id })).toMatchObject({ status: "completed" });
  });

  it("stays cancelled where it was on its way, and its credit note is taken back", async () => {
    const id = await askFor(500);
    await say(id, "succeeded");
    await say(id, "failed");
    expect(await lineNow()).toMatchObject({ creditedAmount: 0, cancelledQuantity: 1 });
    expect(await told()).toEqual(["refunded", "refund_failed", "debit_note"]);
    const [event] = await fresh().find(OrderEvent, { order: order.id, kind: "refund_failed" });
    expect(event?.message).toBe("The refund of £5.00 did not go through");
    expect(await fresh().count(CorrectionNote, { order: order.id })).toBe(2);
  });

  it("is mailed to staff, and no other is", async () => {
    const id = await askFor(500);
    const { key } = await refundOf(id);
    await say(id, "succeeded");
    expect(await mails(`refund-failed:${key}`)).toHaveLength(0);
    await say(id, "failed");
    expect(await mails(`refund-failed:${key}`)).toHaveLength(1);
  });
});

describe("what a refund is credited for", () => {
  it("is spread over what is left where it was made in a dashboard, before others that are asked for", async () => {
    const asked = await askFor(2000);
    const made = await makeRefund(context, payment, 500, { source: "provider", status: "requested" });
    const elsewhere = await makePaidOrder(context);
    const theirs = await makeRefund(context, elsewhere.payment, 2000, {
      ...{ order: elsewhere.order.id, status: "requested" },
    });
    const lines = [creditOf(2000, { lineId: 0 })];
    await fresh().nativeUpdate(Refund, { id: theirs.id }, { lines });
    await say(made.id, "succeeded");
    expect((await refundOf(made.id)).lines).toMatchObject([{ lineId: line.id, quantity: 0, amount: 500 }]);
    expect((await refundOf(asked)).lines).toMatchObject([{ lineId: line.id, amount: 1500 }]);
    expect((await refundOf(theirs.id)).lines).toEqual(lines);
    expect(await lineNow()).toMatchObject({ creditedAmount: 2000 });
  });

  it("leaves what was made before as it was credited", async () => {
    await fresh().insert(OrderLine, {
      ...{ order: order.id, product: line.product.id, productName: "Another", quantity: 1, stockTaken: 1 },
      ...{ unitPrice: 2000, lineTotal: 2000, vatRate: 2000, vatDue: 0 },
    });
    const before = await askFor(2000);
    await say(before, "succeeded");
    const { lines } = await refundOf(before);
    const made = await makeRefund(context, payment, 700, { source: "provider", status: "requested" });
    await say(made.id, "succeeded");
    expect((await refundOf(before)).lines).toEqual(lines);
    expect(await lineNow()).toMatchObject({ creditedAmount: 2000 });
  });

  it("leaves what was refused without credit", async () => {
    await say(await askFor(500), "failed");
    const made = await makeRefund(context, payment, 700, { source: "provider", status: "requested" });
    await say(made.id, "succeeded");
    expect(await lineNow()).toMatchObject({ creditedAmount: 700 });
  });

  it("is made up for where less of it was left when it was asked for", async () => {
    const id = await askFor(500, { lines: [creditOf(200)] });
    await fresh().nativeUpdate(OrderLine, { id: line.id }, { creditedAmount: 200 });
    await say(id, "succeeded");
    expect((await refundOf(id)).lines).toMatchObject([{ amount: 500 }]);
    expect(await lineNow()).toMatchObject({ creditedAmount: 500, creditedQuantity: 1 });
  });
});

describe("a refund of a payment that bought nothing", () => {
  const payer = { customerName: "Pat", customerEmail: "pat@example.com" } as CheckoutDetails;
  /** An automatic refund of another payment of the order's checkout. */
  async function second(changes: Partial<Payment> = {}) {
    const other = await makePayment(context);
    const checkout = payment.checkout.id;
    await fresh().nativeUpdate(Payment, { id: other.id }, { checkout, ...changes });
    const { id, key } = await makeRefund(context, other, 2000, { source: "automatic", status: "requested" });
    return {
      id,
      mailed: async () => (await mails(`money-returned:${key}`)).map(({ recipient }) => recipient),
    };
  }

  it("is mailed once to who paid, as the payment knows them, or its checkout", async () => {
    const { id, mailed } = await second({ details: payer });
    await say(id, "pending");
    await say(id, "succeeded");
    expect(await mailed()).toEqual(["pat@example.com"]);
    expect(await told()).toEqual(["refunded"]);
    const details = { ...payer, customerEmail: "chris@example.com" };
    await fresh().nativeUpdate(Checkout, { id: payment.checkout.id }, { details });
    const known = await second();
    await say(known.id, "succeeded");
    expect(await known.mailed()).toEqual(["chris@example.com"]);
  });

  it("is mailed to nobody where it failed", async () => {
    const { id, mailed } = await second({ details: payer });
    await say(id, "failed");
    expect(await mailed()).toEqual([]);
  });
});

it("a refund of before its order is that order's from then on", async () => {
  const { id } = await makeRefund(context, payment, 500, { source: "provider", status: "requested" });
  await say(id, "succeeded");
  expect((await refundOf(id)).order?.id).toBe(order.id);
});

it("the mail of a refund says how it went back by hand, and nothing of that otherwise", async () => {
  const id = await askFor(500);
  await say(id, "succeeded");
  const [mail] = await mails(`order-refunded:${(await refundOf(id)).key}`);
  expect(mail?.props).not.toHaveProperty("byHand");
});
