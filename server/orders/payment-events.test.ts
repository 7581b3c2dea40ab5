import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  Checkout,
  Dispute,
  FailedOrder,
  Order,
  OrderEvent,
  OutboxEmail,
  Payment,
  PaymentWarning,
  Refund,
} from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { type OpenedCheckout, openCheckout, payingContext, receivedFor } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { makePaidOrder, makePayment, makeRefund } from "#server/testing/ledger.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { bookReceived, lockPayment } from "./book-payment.server.ts";
import { recordLostPayment, recordReturnedPayment, upsertFailedOrder } from "./failed-orders.server.ts";
import { finalisePage, finalisePayment, finaliseReceived } from "./finalise-payment.server.ts";
import { refundPayment } from "./send-refund.server.ts";

await runTestSandbox();

const context = await payingContext();
const fresh = () => context.em.fork();
const provider = providerOf("stripe");
const { sessions } = provider;
if (sessions.kind !== "page") throw new Error("Stripe has pages.");
const findPage = vi.spyOn(sessions, "find");
const listRefunds = vi.spyOn(provider, "refunds");
const listDisputes = vi.spyOn(provider, "disputes");
const readReview = vi.spyOn(provider, "review");
const retrieve = vi.spyOn(provider, "retrieve");

let opened: OpenedCheckout;
beforeEach(async () => {
  vi.clearAllMocks();
  listRefunds.mockResolvedValue([]);
  listDisputes.mockResolvedValue([]);
  readReview.mockResolvedValue(undefined as never);
  const product = await makeProduct(context, { price: 5000, stockQuantity: 50 });
  opened = await openCheckout(context, [{ product, quantity: 1 }]);
});

const received = (changes: Partial<ReceivedPayment> = {}) => receivedFor(opened, changes);
const finalise = async (changes: Partial<ReceivedPayment> = {}) =>
  finaliseReceived(await payingContext(), received(changes));
const paymentOf = (id: string = opened.paymentIntentId) =>
  fresh().findOneOrFail(Payment, { providerPaymentId: id });
const orderNow = () => fresh().findOneOrFail(Order, { checkout: opened.checkoutId });
const kindsOf = async ({ id }: Pick<Order, "id">) =>
  (await fresh().find(OrderEvent, { order: id })).map(({ kind }) => kind);
const disputeAt = (paymentId: string) => ({
  ...{ provider: "stripe" as const, id: `dp_${randomUUID()}`, paymentId, amount: 5000, amountLost: 0 },
  ...{ reason: "fraudulent", status: "needs_response" as never, evidenceDueAt: null, openedAt: new Date() },
});
const reviewAt = (paymentId: string) => ({
  ...{ kind: "review" as const, id: `prv_${randomUUID()}`, paymentId, reason: "rule" },
  ...{ isOpen: true, openedAt: new Date() },
});

describe("the order of a payment", () => {
  it("has what the provider says of disputes and reviews whose events were lost", async () => {
    listDisputes.mockResolvedValue([disputeAt(opened.paymentIntentId)]);
    readReview.mockResolvedValue(reviewAt(opened.paymentIntentId));
    await finalise({ hasDispute: true, reviewId: "prv_1" });
    const order = await orderNow();
    expect(await fresh().count(Dispute, { order: order.id })).toBe(1);
    expect(await fresh().count(PaymentWarning, { order: order.id })).toBe(1);
  });

  it("is told though these cannot be read", async () => {
    listDisputes.mockRejectedValue(new Error("silence"));
    expect(await finalise({ hasDispute: true })).toMatchObject({ kind: "paid" });
  });

  it("has what was known of its payment before", async () => {
    const { id: payment } = await paymentOf();
    const em = fresh();
    await em.insert(Dispute, {
      ...{ provider: "stripe", providerDisputeId: randomUUID(), payment, reason: "", status: "lost" },
      ...{ amount: 100, openedAt: new Date() },
    });
    await em.insert(PaymentWarning, {
      ...{
        kind: "fraud",
        providerWarningId: randomUUID(),
        payment,
        reason: "",
        isOpen: true,
        openedAt: new Date(),
      },
    });
    for (const status of ["succeeded", "requested", "failed"] as const)
      await makeRefund(context, { id: payment }, 500, { source: "provider", status });
    await finalise();
    const order = await orderNow();
    expect(await fresh().count(Dispute, { order: order.id })).toBe(1);
    expect(await fresh().count(PaymentWarning, { order: order.id })).toBe(1);
    expect(await fresh().count(Refund, { order: order.id })).toBe(3);
    expect((await kindsOf(order)).filter((kind) => kind.startsWith("refund"))).toEqual(["refunded"]);
  });

  it("is found again without asking the provider, as made before", async () => {
    await finalise();
    expect(await finalisePayment(context, "stripe", opened.paymentIntentId)).toMatchObject({
      created: false,
    });
    expect(retrieve).not.toHaveBeenCalled();
  });

  it("asks nothing about refunds where nothing went back, and misses nothing that did", async () => {
    await finalise();
    expect(listRefunds).not.toHaveBeenCalled();
    const id = `pi_${randomUUID()}`;
    await finalise({ id, checkoutId: undefined, refundedPart: "all", hasDispute: true });
    expect(await fresh().find(Refund, { payment: { providerPaymentId: id } })).toMatchObject([
      { amount: 5000 },
    ]);
    expect(listDisputes).toHaveBeenCalledTimes(1);
  });
});

describe("a payment page", () => {
  const session = () => `cs_${randomUUID()}`;
  const page = (paymentId: string | undefined, isComplete: boolean) =>
    findPage.mockResolvedValue({ paymentId, isComplete } as never);

  it("is unmatched where nobody knows it, and unpaid where nothing was paid on it", async () => {
    findPage.mockResolvedValue(undefined);
    expect(await finalisePage(context, "stripe", session())).toEqual({ kind: "unmatched" });
    page(undefined, false);
    expect(await finalisePage(context, "stripe", session())).toMatchObject({ kind: "unpaid" });
  });

  it("is filed under its payment once it is complete, unless that is written down already", async () => {
    const open = async () => {
      const { id } = await makePayment(context);
      const filed = session();
      await fresh().nativeUpdate(Payment, { id }, { providerPaymentId: filed, providerSessionId: filed });
      return { id, filed };
    };
    const filedNow = async (id: number) => (await fresh().findOneOrFail(Payment, { id })).providerPaymentId;
    const other = await open();
    const mine = await open();
    const paid = `pi_${randomUUID()}`;
    retrieve.mockResolvedValue(undefined);
    page(paid, false);
    await finalisePage(context, "stripe", mine.filed);
    expect(await filedNow(mine.id)).toBe(mine.filed);
    page(paid, true);
    await finalisePage(context, "stripe", mine.filed);
    expect(await filedNow(mine.id)).toBe(paid);
    expect(await finalisePage(context, "stripe", other.filed)).toEqual({ kind: "unmatched" });
    expect(await filedNow(other.id)).toBe(other.filed);
  });
});

describe("money that has no order", () => {
  const lost = () => ({
    ...{ checkoutId: opened.checkoutId, paymentId: opened.paymentIntentId, amount: "£50.00", reason: "Why" },
  });
  const failed = () => fresh().find(FailedOrder, { checkout: opened.checkoutId });

  it("is told once, also after staff have put it aside", async () => {
    await recordLostPayment(context, lost());
    const aside = new Date();
    await fresh().nativeUpdate(FailedOrder, { checkout: opened.checkoutId }, { resolvedAt: aside });
    await recordLostPayment(context, lost());
    expect(await failed()).toMatchObject([{ resolvedAt: aside, errorMessage: "Why" }]);
  });

  it("is told anew where it fails anew", async () => {
    const em = fresh();
    const checkout = await em.findOneOrFail(Checkout, opened.checkoutId);
    await upsertFailedOrder(em, checkout, "first", new Date());
    await fresh().nativeUpdate(FailedOrder, { checkout: opened.checkoutId }, { resolvedAt: new Date() });
    await upsertFailedOrder(em, checkout, "second", new Date());
    expect(await failed()).toMatchObject([{ resolvedAt: null, errorMessage: "second" }]);
  });

  it("is not told of a checkout that was paid, nor to somebody whom nobody knows", async () => {
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { status: "paid" });
    await recordLostPayment(context, lost());
    expect(await failed()).toEqual([]);
    await fresh().nativeUpdate(Checkout, opened.checkoutId, { status: "paying", details: null });
    await recordReturnedPayment(context, lost());
    expect(await fresh().count(OutboxEmail, { key: `payment-returned:${opened.paymentIntentId}` })).toBe(1);
  });
});

describe("who changes a payment's money", () => {
  /** Whether an act waits for somebody who has locked that row, and goes on once they have not. */
  async function waitsFor(
    lock: "checkout" | "customer_order",
    id: string | number,
    act: () => Promise<unknown>,
  ) {
    let isDone = false;
    let acting: Promise<unknown> | undefined;
    let waited = false;
    await inTransaction(context.em, async (em) => {
      await em.execute(`select from ${lock} where id = ? for update`, [id]);
      acting = act().then(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await countWaiting()) > 0, { timeout: 10_000 }).toBe(true);
      waited = !isDone;
    });
    await acting;
    return waited;
  }

  it("waits for who has its checkout, or its order", async () => {
    const { order, payment } = await makePaidOrder(context);
    const lock = () => inTransaction(context.em, (em) => lockPayment(em, payment.id));
    expect(await waitsFor("checkout", payment.checkout.id, lock)).toBe(true);
    expect(await waitsFor("customer_order", order.id, lock)).toBe(true);
    const book = () => bookReceived(context, received(), opened.checkoutId);
    expect(await waitsFor("checkout", opened.checkoutId, book)).toBe(true);
  });

  it("has no refund of the shop's own while somebody has its checkout", async () => {
    const { id, checkout, providerPaymentId: paymentId } = await makePayment(context);
    const refunds = () => fresh().count(Refund, { payment: id });
    const whileLocked = await inTransaction(context.em, async (em) => {
      await em.execute("select from checkout where id = ? for update", [checkout.id]);
      const refunding = refundPayment(context, { checkoutId: checkout.id, paymentId, reason: "duplicate" });
      await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
      return { refunding, written: await refunds() };
    });
    expect(whileLocked.written).toBe(0);
    await whileLocked.refunding;
    expect(await refunds()).toBe(1);
  });

  it("finds its order, and marks it as changed where it has none", async () => {
    const { order, payment } = await makePaidOrder(context);
    const found = await inTransaction(context.em, (em) => lockPayment(em, payment.id));
    expect(found.order?.id).toBe(order.id);
    const loose = await makePayment(context);
    await inTransaction(context.em, (em) => lockPayment(em, loose.id));
    const after = await fresh().findOneOrFail(Payment, { id: loose.id });
    expect(after.updatedAt.getTime()).toBeGreaterThan(loose.updatedAt.getTime());
  });
});
