import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { markChanged } from "#server/orders/book-payment.server.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { lostOf, refundableOf } from "#server/orders/refund-rules.ts";
import { sendRefund } from "#server/orders/send-refund.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { refundKeyOf } from "#server/payments/provider-facts.ts";
import { type FinalisedAgain, ledgerCommands, type UnmatchedRefund } from "./ledger.ts";

const REASON = "The payment matched no order and was given back";

/**
 * Refunds what is left of a payment that bought nothing, through its provider. Once the refund is stored, the payment
 * can no longer buy anything. Sent twice it is one refund: the second time nothing is left. @returns how far the
 * refund has come @throws ShopError `not_found`, `conflict` (it has bought an order or been refunded meanwhile),
 * `payment_failed` (the provider refused), `unavailable` (it does not respond: tried again each minute)
 */
export const refundUnmatched = command(
  ledgerCommands.refundUnmatched,
  async (context, input): Promise<{ status: RefundStatus }> => {
    const refundId = await inTransaction(context.em, (em) => request(em, context, input));
    return { status: await sendRefund(context, refundId) };
  },
);

async function request(em: EntityManager, context: Context, input: UnmatchedRefund): Promise<number> {
  const row = await em.findOne(Payment, input.paymentId);
  if (!row) throw new ShopError("not_found", "Payment not found");
  // The lock that a request that makes an order of this payment waits for.
  await em.findOneOrFail(Checkout, row.checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const payment = await em.findOneOrFail(Payment, row.id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  const { provider, providerPaymentId } = payment;
  const order = await em.findOne(Order, { paymentMethod: provider, transactionId: providerPaymentId });
  if (order) {
    const text = `This payment has bought order ${order.invoiceNumber} meanwhile. Nothing was refunded.`;
    throw new ShopError("conflict", text);
  }
  const refunds = await em.find(Refund, { payment: payment.id });
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  const left = refundableOf(payment.amountReceived - lost, refunds);
  if (payment.status !== "succeeded" || left === 0 || left !== input.seenLeft) {
    throw new ShopError(
      "conflict",
      "This payment has changed meanwhile. Nothing was refunded now; please look again.",
    );
  }
  const { actor, clock } = context;
  // From here on the payment buys nothing: finalising counts requested refunds. It stays listed until the money has
  // been returned.
  markChanged(payment);
  const refund = em.create(Refund, {
    key: refundKeyOf(`unmatched-${refunds.length}`, providerPaymentId),
    payment,
    amount: left,
    reason: REASON,
    source: "staff",
    status: "requested",
    requestedBy: actor.kind === "user" ? actor.name : null,
    createdAt: clock.now(),
  });
  await em.flush();
  await recordChange(em, context, {
    area: "orders",
    action: "gave unmatched money back",
    subjectId: `payment-${payment.id}`,
    subjectName: `${provider} payment ${providerPaymentId}`,
    currency: payment.currency,
    before: { unmatched: left },
    after: { unmatched: 0, refund: refund.id },
  });
  return refund.id;
}

/**
 * Asks the provider again about a payment that bought nothing, and makes its order when there is one to make. A second
 * payment for an existing order is refunded automatically. @throws ShopError `not_found`; `unavailable` when the
 * provider does not respond
 */
export const finaliseAgain = command(
  ledgerCommands.finaliseAgain,
  async (context, paymentId): Promise<FinalisedAgain> => {
    const payment = await context.em.fork().findOne(Payment, paymentId);
    if (!payment) throw new ShopError("not_found", "Payment not found");
    const outcome = await ask(context, payment);
    const { actor, requestId } = context;
    const by = actor.kind === "user" ? actor.id : actor.kind;
    log("info", "an unmatched payment was looked at again", {
      paymentId,
      outcome: outcome.kind,
      by,
      requestId,
    });
    if (outcome.kind === "processing") return { matched: false, message: "The provider is still deciding." };
    if (outcome.kind === "unpaid") return { matched: false, message: outcome.message };
    if (outcome.kind === "unmatched") return { matched: false, message: "It still matches no order." };
    if (outcome.created) {
      await inTransaction(context.em, async (em) => {
        const message = "Made from a payment that had matched no order";
        addOrderEvent(em, context, { order: outcome.orderId, kind: "matched", message });
        await recordChange(em, context, {
          area: "orders",
          action: "made from unmatched money",
          subjectId: outcome.orderId,
          subjectName: outcome.invoiceNumber,
          after: { payment: `${payment.provider} ${payment.providerPaymentId}` },
        });
      });
      return { matched: true, message: `Order ${outcome.invoiceNumber} was made.` };
    }
    const now = await context.em.fork().findOneOrFail(Payment, paymentId);
    const went = now.status === "refunded" ? " This second payment for it was refunded." : "";
    return { matched: true, message: `Order ${outcome.invoiceNumber} is there.${went}` };
  },
);

async function ask(context: Context, { provider, providerPaymentId }: Payment) {
  try {
    return await finalisePayment(context, provider, providerPaymentId);
  } catch (error) {
    if (error instanceof ShopError) throw error;
    log("warn", "a provider did not answer about a payment", { providerPaymentId, error });
    throw new ShopError("unavailable", "The payment provider does not answer. Please try again.", {
      retryAfterSeconds: 60,
    });
  }
}
