import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { profileOf } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { refundedOf } from "./refund-rules.ts";

/**
 * Writes down that the money of a payment has come, once; what becomes of it is the caller's to say. The checkout must
 * be locked. `receivedAt` is when the shop learnt of it, not the provider's moment: the ledger proves what came in to
 * the books on a day, and a day that was proved must not change when a late event tells of an earlier charge. The
 * provider's moment is the order's `paidAt`.
 */
export async function bookPayment(
  em: EntityManager,
  context: Context,
  received: ReceivedPayment,
  checkout: Checkout,
): Promise<Payment> {
  const payment = await storePayment(em, received, checkout);
  payment.amountReceived = received.amountReceived;
  payment.currency = received.currency;
  payment.receivedAt ??= context.clock.now();
  await em.flush();
  return payment;
}

/** The same on its own, under the checkout's lock. @returns whether the checkout is one of ours */
export function bookReceived(
  context: Context,
  received: ReceivedPayment,
  checkoutId: string,
): Promise<boolean> {
  return inTransaction(
    context.em,
    async (em) => {
      const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (checkout) await bookPayment(em, context, received, checkout);
      return checkout !== null;
    },
    { retryUniqueViolations: true },
  );
}

/**
 * The payment's row. One that was opened as a session is still filed under that; one that is missing is made, since the
 * shop may have died between the provider's answer and writing it down.
 */
async function storePayment(
  em: EntityManager,
  received: ReceivedPayment,
  checkout: Checkout,
): Promise<Payment> {
  const { provider, id, amount } = received;
  const known =
    (await em.findOne(Payment, { provider, providerPaymentId: id })) ??
    (await findUnderSession(em, received, checkout));
  if (known) {
    known.providerPaymentId = id;
    return known;
  }
  return em.create(Payment, {
    checkout,
    provider,
    providerPaymentId: id,
    providerSessionId: received.sessionId,
    amount,
    currency: received.currency,
    status: "created",
  });
}

/** A payment names the session that was approved; the page that it was paid on only this shop knows. */
async function findUnderSession(
  em: EntityManager,
  { provider, sessionId, amount }: ReceivedPayment,
  checkout: Checkout,
): Promise<Payment | null | undefined> {
  const opened = { checkout: checkout.id, provider };
  if (providerOf(provider).sessions.kind === "approved") {
    return em.findOne(Payment, { ...opened, providerPaymentId: sessionId ?? "" });
  }
  const pages = await em.find(
    Payment,
    { ...opened, amount, providerSessionId: { $ne: null } },
    { orderBy: { id: "desc" } },
  );
  return pages.find(({ providerPaymentId, providerSessionId }) => providerPaymentId === providerSessionId);
}

/**
 * Locks what a refund, dispute or review of a payment changes, in the order in which all of them lock: checkout, order,
 * payment. Anyone who makes the payment's order holds the checkout, so that the order is either seen here or finds
 * there what was written here.
 */
export async function lockPayment(
  em: EntityManager,
  paymentId: number,
): Promise<{ payment: Payment; order: Order | null }> {
  const { checkout } = await em.findOneOrFail(Payment, paymentId);
  await em.findOneOrFail(Checkout, checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { provider, providerPaymentId } = await em.findOneOrFail(Payment, paymentId, { refresh: true });
  const order = await em.findOne(
    Order,
    { paymentMethod: provider, transactionId: providerPaymentId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const payment = await em.findOneOrFail(Payment, paymentId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  if (!order) markChanged(payment);
  return { payment, order };
}

/**
 * Before a row is written that says what happened to a payment's money: anyone who has looked at the payment without a
 * lock writes no order of it any more (`writeOrder`).
 */
export function markChanged(payment: Payment): void {
  payment.updatedAt = new Date();
}

/**
 * Takes money into the books that came to our account and names no checkout of ours: paid by a link made in the
 * provider's dashboard, or in another shop on the same account. It gets a checkout that is only an amount, so that it
 * counts as unmatched money, staff are told, and it can be given back. Once for each payment.
 */
export async function storeUnmatchedPayment(context: Context, received: ReceivedPayment): Promise<void> {
  const { provider, id, sessionId, currency, amountReceived } = received;
  await inTransaction(
    context.em,
    async (em) => {
      if ((await em.count(Payment, { provider, providerPaymentId: id })) > 0) return;
      const now = context.clock.now();
      const checkout = em.create(Checkout, {
        id: randomUUID(),
        status: "expired",
        totalAmount: amountReceived,
        currency,
        paymentMethod: provider,
        createdAt: now,
      });
      em.create(Payment, {
        checkout,
        provider,
        providerPaymentId: id,
        providerSessionId: sessionId,
        amount: amountReceived,
        amountReceived,
        currency,
        status: "succeeded",
        receivedAt: now,
        createdAt: now,
      });
      await em.flush();
      log("warn", "money came that names no checkout of ours", { provider, paymentId: id });
    },
    { retryUniqueViolations: true },
  );
}

/**
 * Recalculates what each dispute of a payment has cost on top of its refunds and other disputes: together never more
 * than was captured. When a provider pays out a lost dispute as a refund, it counts as a refund. Call it whenever a
 * dispute or a refund has changed, in any order of the provider's events. The payment must be locked.
 */
export async function countLosses(em: EntityManager, payment: Payment): Promise<void> {
  await em.flush();
  const disputes = await em.find(Dispute, { payment: payment.id }, { orderBy: { id: "asc" } });
  if (disputes.length === 0) return;
  // A refund that is only requested has taken nothing: the provider refunds what is left, if anything.
  const refunds = await em.find(Refund, { payment: payment.id, status: { $in: ["pending", "succeeded"] } });
  let left = payment.amountReceived - refundedOf(refunds);
  let counted = 0;
  for (const dispute of disputes) {
    const { amountTaken, openedAt, provider } = dispute;
    const listed = refunds.filter(({ source, createdAt }) => source === "provider" && createdAt >= openedAt);
    const asRefunds = profileOf(provider).listsLostDisputesAsRefunds ? refundedOf(listed) : 0;
    const returned = Math.max(0, Math.min(amountTaken, asRefunds - counted));
    dispute.amountLost = Math.max(0, Math.min(amountTaken - returned, left));
    counted += returned;
    left -= dispute.amountLost;
  }
}
