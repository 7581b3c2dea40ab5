import type { EntityManager } from "@mikro-orm/postgresql";
import { Dispute, type Order, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf, storeIdentityOf } from "#server/email/store-identity.ts";
import { isDisputeOver } from "#server/payments/payment-status.ts";
import { formatProviderMoney, type ProviderDispute } from "#server/payments/provider-facts.ts";
import { disputeReason } from "#server/payments/providers.server.ts";
import { lockPayment } from "../payment/book-payment.server.ts";
import { fitAutomaticRefunds } from "../refunds/record-refund.server.ts";
import { addOrderEvent } from "../status/move-order.server.ts";
import { countLosses } from "./count-losses.server.ts";
import { disputeMessage } from "./dispute-labels.ts";

/**
 * Updates a dispute from its provider, whatever triggered it and however often: its row, one line on the order's
 * timeline for each step (for staff, not for the customer), and one mail to the owner when it opens. @returns whether
 * it concerns one of our payments
 */
export async function recordDispute(context: Context, dispute: ProviderDispute): Promise<boolean> {
  const { provider, paymentId } = dispute;
  const payment = await context.em.fork().findOne(Payment, { provider, providerPaymentId: paymentId });
  if (!payment) return false;
  await inTransaction(context.em, (em) => keep(em, context, dispute, payment.id), {
    retryUniqueViolations: true,
  });
  return true;
}

async function keep(
  em: EntityManager,
  context: Context,
  reported: ProviderDispute,
  paymentId: number,
): Promise<void> {
  const { payment, order } = await lockPayment(em, paymentId);
  const existing = await em.findOne(Dispute, { provider: reported.provider, providerDisputeId: reported.id });
  const before = existing?.status;
  const values = {
    order: order?.id ?? existing?.order?.id ?? null,
    amount: reported.amount,
    amountTaken: reported.amountLost,
    reason: reported.reason.slice(0, 100),
    status: reported.status,
    evidenceDueAt: reported.evidenceDueAt,
    closedAt: isDisputeOver(reported.status) ? (existing?.closedAt ?? context.clock.now()) : null,
  };
  if (existing) em.assign(existing, values);
  else {
    em.create(Dispute, {
      ...values,
      provider: reported.provider,
      providerDisputeId: reported.id,
      payment,
      openedAt: reported.openedAt,
    });
    await notifyOwner(em, context, reported, order, payment.currency);
  }
  if (order && before !== reported.status) notifyOfDispute(em, context, order, reported);
  await countLosses(em, payment);
  await fitAutomaticRefunds(em, payment);
}

/** A dispute's step as a line on its order's timeline, for staff. */
export function notifyOfDispute(
  em: EntityManager,
  context: Context,
  { id, currency }: Pick<Order, "id" | "currency">,
  dispute: Parameters<typeof disputeMessage>[0],
): void {
  const facts = { ...dispute, reason: disputeReason(dispute.reason) };
  const kind = isDisputeOver(dispute.status) ? "dispute_closed" : "dispute_open";
  addOrderEvent(em, context, { order: id, kind, message: disputeMessage(facts, currency) });
}

/** Sent once for each dispute. */
async function notifyOwner(
  em: EntityManager,
  { settings, publicUrl }: Context,
  dispute: ProviderDispute,
  order: Order | null,
  currency: string,
): Promise<void> {
  await queueEmail(em, {
    key: `payment-disputed:${dispute.provider}:${dispute.id}`,
    template: "payment-disputed",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber: order?.invoiceNumber ?? null,
      customerName: order?.customerName ?? "Not given",
      amount: formatProviderMoney(dispute.amount, { provider: dispute.provider, currency }),
      reason: disputeReason(dispute.reason),
      evidenceDue: dispute.evidenceDueAt ? displayLongDate(dispute.evidenceDueAt) : null,
      disputeId: dispute.id,
      provider: dispute.provider,
      orderUrl: order ? `${publicUrl}/admin?tab=orders&order=${order.id}` : `${publicUrl}/admin`,
    },
  });
}
