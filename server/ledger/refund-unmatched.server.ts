import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { markChanged } from "#server/orders/book-payment.server.ts";
import { lostOf, refundableOf } from "#server/orders/refund-rules.ts";
import { settleRefund } from "#server/orders/settle-refund.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { refundKeyOf } from "#server/payments/provider-facts.ts";
import { ledgerCommands, type UnmatchedRefund } from "./ledger.schema.ts";

const REASON = "The payment matched no order and was given back";

/**
 * Refunds what is left of a payment that bought nothing, through its provider. Once the refund is stored, the payment
 * can no longer buy anything. Sent twice it is one refund: the second time nothing is left.
 * @returns how far the refund has come
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` (it has bought an order or been refunded
 * meanwhile), `payment_failed` (the provider refused), `unavailable` (it does not respond: tried again each minute)
 */
export const refundUnmatched = command(
  ledgerCommands.refundUnmatched,
  async (context, input): Promise<{ status: RefundStatus }> => {
    const refundId = await inTransaction(context.em, (em) => request(em, context, input));
    return { status: await settleRefund(context, refundId) };
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
