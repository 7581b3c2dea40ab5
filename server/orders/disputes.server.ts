import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Dispute, type Order, Payment, PaymentWarning } from "#db/entities/index.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { isDisputeOver } from "#server/payments/payment-status.ts";
import {
  formatProviderMoney,
  type ProviderDispute,
  type ProviderWarning,
} from "#server/payments/provider-facts.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { disputeReason, providerOf } from "#server/payments/providers.server.ts";
import { countLosses, lockPayment } from "./book-payment.server.ts";
import { staffUrlOf } from "./confirmation.server.ts";
import { addOrderEvent, lockOrder, recordStep, withNote } from "./move-order.server.ts";
import { disputeMessage, warningMessage } from "./order.ts";
import { orderCommands } from "./order-commands.ts";
import { ordersOf } from "./order-views.server.ts";
import { fitAutomaticRefunds } from "./record-refund.server.ts";

/**
 * Updates a dispute from its provider, who was asked at `askedAt`, whatever triggered it and however often: its row, one
 * line on the order's timeline for each step (for staff, not for the customer), and one mail to the owner when it opens.
 * @returns whether it concerns one of our payments
 */
export async function recordDispute(
  context: Context,
  dispute: ProviderDispute,
  askedAt: Date,
): Promise<boolean> {
  const { provider, paymentId } = dispute;
  const payment = await context.em.fork().findOne(Payment, { provider, providerPaymentId: paymentId });
  if (!payment) return false;
  await inTransaction(context.em, (em) => storeDispute(em, context, { ...dispute, askedAt }, payment.id), {
    retryUniqueViolations: true,
  });
  return true;
}

async function storeDispute(
  em: EntityManager,
  context: Context,
  { askedAt, ...reported }: ProviderDispute & { askedAt: Date },
  paymentId: number,
): Promise<void> {
  const { payment, order } = await lockPayment(em, paymentId);
  const existing = await em.findOne(Dispute, { provider: reported.provider, providerDisputeId: reported.id });
  const before = existing?.status;
  // It has ended since the provider was asked.
  if (existing?.closedAt && existing.closedAt >= askedAt && !isDisputeOver(reported.status)) return;
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
    await queueEmail(em, context, {
      key: `payment-disputed:${reported.provider}:${reported.id}`,
      template: "payment-disputed",
      recipient: notificationAddressOf(context.settings),
      props: {
        ...mailedOrder(context, order),
        amount: formatProviderMoney(reported.amount, payment),
        reason: disputeReason(reported.reason),
        evidenceDue: reported.evidenceDueAt ? displayLongDate(reported.evidenceDueAt) : null,
        disputeId: reported.id,
        provider: reported.provider,
      },
    });
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

/** The order of a payment, as mails to staff name it. */
function mailedOrder(context: Context, order: Order | null) {
  const { invoiceNumber = null, customerName = "Not given" } = order ?? {};
  return { invoiceNumber, customerName, orderUrl: staffUrlOf(context, order) };
}

/**
 * Updates a payment warning from its provider, whatever triggered it and however often: its row, a line on the order's
 * timeline for each step (for staff, not for the customer), and one mail to the owner.
 */
export async function recordWarning(
  context: Context,
  paymentRow: number,
  warning: ProviderWarning,
): Promise<void> {
  await inTransaction(context.em, (em) => storeWarning(em, context, paymentRow, warning), {
    retryUniqueViolations: true,
  });
}

async function storeWarning(
  em: EntityManager,
  context: Context,
  paymentRow: number,
  warning: ProviderWarning,
): Promise<void> {
  const { id, kind, reason, isOpen, openedAt } = warning;
  const { payment, order } = await lockPayment(em, paymentRow);
  const existing = await em.findOne(PaymentWarning, { providerWarningId: id });
  if (existing && existing.isOpen === isOpen) return;
  const values = { order, reason: reason.slice(0, 100), isOpen };
  if (existing) em.assign(existing, values);
  else {
    em.create(PaymentWarning, { ...values, kind, providerWarningId: id, payment, openedAt });
    // A review that ended before we heard of it needs no attention.
    if (isOpen) await mailWarning(em, context, warning, payment, order);
  }
  if (order) notifyOfWarning(em, context, { order, provider: payment.provider }, warning);
  await em.flush();
}

type WarningDetails = Parameters<typeof warningMessage>[0];

/** A warning's step as a line on its order's timeline, for staff. */
export function notifyOfWarning(
  em: EntityManager,
  context: Context,
  { order, provider }: { order: Pick<Order, "id">; provider: ProviderId },
  warning: WarningDetails,
): void {
  const message = warningMessage(warning, provider);
  addOrderEvent(em, context, { order: order.id, kind: `warning_${warning.kind}`, message });
}

/** Sent once each. */
async function mailWarning(
  em: EntityManager,
  context: Context,
  warning: WarningDetails,
  payment: Payment,
  order: Order | null,
): Promise<void> {
  await queueEmail(em, context, {
    key: `payment-warning:${warning.id}`,
    template: "payment-warning",
    recipient: notificationAddressOf(context.settings),
    props: {
      ...mailedOrder(context, order),
      amount: formatProviderMoney(payment.amountReceived, payment),
      kind: warning.kind,
      provider: payment.provider,
      message: warningMessage(warning, payment.provider),
    },
  });
}

/**
 * Goods wait while the provider reviews their payment. The provider is asked once more, because the event of the
 * review's end may be lost; without a response they keep waiting. @throws ShopError `conflict`
 */
async function assertNotUnderReview(context: Context, orderId: number): Promise<void> {
  const open = await context.em
    .fork()
    .find(PaymentWarning, { order: orderId, kind: "review", isOpen: true }, { populate: ["payment"] });
  for (const { providerWarningId, payment } of open) {
    if (await isOver(context, payment, providerWarningId)) continue;
    const { name } = profileOf(payment.provider);
    throw new ShopError(
      "conflict",
      `${name} is still reviewing this payment. Approve or refund it in the ${name} dashboard first; nothing was changed.`,
    );
  }
}

async function isOver(
  context: Context,
  { id, provider }: Pick<Payment, "id" | "provider">,
  reviewId: string,
): Promise<boolean> {
  try {
    const review = await providerOf(provider).review(context, reviewId);
    if (!review || review.isOpen) return false;
    await recordWarning({ ...context, actor: { kind: "system" } }, id, review);
    return true;
  } catch (error) {
    log("warn", "a review could not be looked up", { reviewId, error });
    return false;
  }
}

/**
 * Of `customer_order o`: its money went back, by staff, at the provider or in a lost dispute, and nobody has released
 * it. Then nothing of what is still to be sent is paid for, or no more is here than its delivery cost.
 */
export const isMoneyBack = `(o.released_at is null and o.paid_at is not null
  and exists (select from refund where refund.order_id = o.id and refund.status <> 'failed'
              union all select from dispute where dispute.order_id = o.id and dispute.amount_lost > 0)
  and ((select sum(line.line_total) > 0 and sum(line.line_total - line.credited_amount) = 0 from order_line line
         where line.order_id = o.id and line.quantity > line.cancelled_quantity + line.left_quantity)
       or o.total_amount - o.credited_unpaid
            - (select coalesce(sum(refund.amount), 0) from refund
                where refund.order_id = o.id and refund.status <> 'failed')
            - (select coalesce(sum(dispute.amount_lost), 0) from dispute where dispute.order_id = o.id)
          <= o.shipping_cost))`;

/** What anyone who packs reads where the money of an order went back. */
const MONEY_IS_BACK =
  "The payment of this order went back. Nothing of it is sent until somebody who may refund has released it.";

/** Goods wait while the provider reviews their payment, and where their money went back. */
export async function assertMaySend(context: Context, orderId: number): Promise<void> {
  await assertNotUnderReview(context, orderId);
  if (await isHeld(context.em.fork(), orderId)) throw new ShopError("conflict", MONEY_IS_BACK);
}

/** Whether an order waits because its money went back. */
export async function isHeld(em: EntityManager, orderId: number): Promise<boolean> {
  const held = await ordersOf(em)
    .where("o.id", "=", orderId)
    .where(condition`${sql.raw(isMoneyBack)}`)
    .select("o.id")
    .executeTakeFirst();
  return held !== undefined;
}

/** Lets an order go out although its money went back. */
export const releaseOrder = command(orderCommands.release, async (context, { orderId, from, note }) => {
  await inTransaction(context.em, async (em) => {
    const { order } = await lockOrder(em, orderId, from);
    if (!(await isHeld(em, orderId))) throw new ShopError("conflict", "This order can be sent already.");
    order.releasedAt = context.clock.now();
    await recordStep(em, context, order, {
      kind: "released",
      message: withNote("Released: it is sent although its payment went back", note),
      action: "released",
      before: { released: false },
      after: { released: true },
    });
  });
});
