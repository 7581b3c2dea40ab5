import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, type Payment, PaymentWarning } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { findReview } from "#server/payments/provider-disputes.server.ts";
import type { ProviderWarning } from "#server/payments/provider-facts.ts";
import { formatMoney } from "#server/pricing/currency.ts";
import { lockPayment } from "../payment/book-payment.server.ts";
import { addOrderEvent } from "../status/move-order.server.ts";
import { warningMessage } from "./dispute-labels.ts";

/**
 * Brings a doubt about a payment here up to date with Stripe's, whatever woke us and however often: its row, a line on
 * the order's timeline for each step (staff see it, the customer does not), and one mail to the owner.
 */
export async function recordWarning(
  context: Context,
  paymentRow: number,
  warning: ProviderWarning,
): Promise<void> {
  await inTransaction(context.em, (em) => keep(em, context, paymentRow, warning), {
    retryUniqueViolations: true,
  });
}

async function keep(
  em: EntityManager,
  context: Context,
  paymentRow: number,
  { id, kind, reason, isOpen, openedAt }: ProviderWarning,
): Promise<void> {
  const { payment, order } = await lockPayment(em, paymentRow);
  const known = await em.findOne(PaymentWarning, { providerWarningId: id });
  if (known && known.isOpen === isOpen) return;
  const values = { order, reason: reason.slice(0, 100), isOpen };
  if (known) em.assign(known, values);
  else {
    em.create(PaymentWarning, { ...values, kind, providerWarningId: id, payment, openedAt });
    await tellOwner(em, context, { id, kind, reason, isOpen }, payment, order);
  }
  if (order) tellOfWarning(em, context, order, { id, kind, reason, isOpen });
  await em.flush();
}

type Told = Parameters<typeof warningMessage>[0];

/** A doubt's step as a line on its order's timeline, for staff. */
export function tellOfWarning(
  em: EntityManager,
  context: Context,
  order: Pick<Order, "id">,
  warning: Told,
): void {
  const message = warningMessage(warning);
  addOrderEvent(em, context, { order: order.id, kind: `warning_${warning.kind}`, message });
}

/** Once for each; a review that was over before we heard of it needs nobody. */
async function tellOwner(
  em: EntityManager,
  { settings, publicUrl }: Context,
  warning: Told,
  payment: Payment,
  order: Order | null,
): Promise<void> {
  if (!warning.isOpen) return;
  await queueEmail(em, {
    key: `payment-warning:${warning.id}`,
    template: "payment-warning",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber: order?.invoiceNumber ?? null,
      customerName: order?.customerName ?? "Not given",
      amount: formatMoney(payment.amountReceived, payment),
      kind: warning.kind,
      message: warningMessage(warning),
      orderUrl: order ? `${publicUrl}/admin?tab=orders&order=${order.id}` : `${publicUrl}/admin`,
    },
  });
}

/**
 * Goods wait while Stripe reviews their payment. Stripe is asked once more, since the event of the review's end may be
 * lost; when it does not answer, they go on waiting.
 * @throws ShopError `conflict`
 */
export async function refuseWhileReviewed(context: Context, orderId: number): Promise<void> {
  const open = await context.em.fork().find(PaymentWarning, { order: orderId, kind: "review", isOpen: true });
  for (const { providerWarningId, payment } of open) {
    if (await isOver(context, payment.id, providerWarningId)) continue;
    throw new ShopError(
      "conflict",
      "Stripe is still reviewing this payment. Approve or refund it in the Stripe dashboard first; nothing was changed.",
    );
  }
}

async function isOver(context: Context, paymentRow: number, reviewId: string): Promise<boolean> {
  try {
    const review = await findReview(context, reviewId);
    if (!review || review.isOpen) return false;
    await recordWarning({ ...context, actor: { kind: "system" } }, paymentRow, review);
    return true;
  } catch (error) {
    log("warn", "a review could not be looked up", { reviewId, error });
    return false;
  }
}
