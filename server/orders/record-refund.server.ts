import type { EntityManager } from "@mikro-orm/postgresql";
import {
  Checkout,
  type CorrectionNote,
  Dispute,
  Order,
  type Payment,
  Refund,
  Withdrawal,
} from "#db/entities/index.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { EmailProps } from "#server/email/email-templates.server.tsx";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { formatProviderMoney, type ProviderRefund } from "#server/payments/provider-facts.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { countLosses, lockPayment } from "./book-payment.server.ts";
import { buyerMailOf, staffUrlOf } from "./confirmation.server.ts";
import { mailPayer } from "./failed-orders.server.ts";
import { undoGoodsLeaving } from "./goods-back.server.ts";
import { debitRefund, issueCreditNote } from "./invoices.server.ts";
import { addOrderEvent, type LockedOrder, linesOfOrder, openToSend } from "./move-order.server.ts";
import { correctionNotePath, type OrderEventKind, paymentLabels } from "./order.ts";
import {
  credit,
  creditAfterAll,
  creditAgain,
  lacksCredit,
  lostOf,
  refundableOf,
  refundedOf,
  refundLinesOf,
  undoCancellation,
  undoCredit,
} from "./refund-rules.ts";

type ProviderResponse = Pick<ProviderRefund, "status" | "failure"> & { id: string | null };

/**
 * Records the provider's progress with a refund, once for each step: stock when it accepts the refund, credit note and
 * mail when the money has gone, a warning on the timeline and a debit note when it failed.
 */
export async function recordRefund(
  context: Context,
  refundId: number,
  response: ProviderResponse,
): Promise<RefundStatus> {
  const { payment, status } = await context.em.fork().findOneOrFail(Refund, refundId);
  if (!payment) return status;
  const recorded = await recordFound(context, payment.id, response, (em) =>
    em.findOneOrFail(Refund, refundId),
  );
  return recorded ?? status;
}

/**
 * The same of a refund that `find` looks for, or stores, once its payment is locked. One transaction does both: a
 * stored refund from a dashboard that looks like a request would be requested again.
 */
export function recordFound(
  context: Context,
  paymentId: number,
  response: ProviderResponse,
  find: (em: EntityManager, payment: Payment) => Promise<Refund | undefined>,
): Promise<RefundStatus | undefined> {
  return inTransaction(
    context.em,
    async (em) => {
      const locked = await lockPayment(em, paymentId);
      const refund = await find(em, locked.payment);
      return refund && applyToLocked(em, context, { ...locked, refund }, response);
    },
    { retryUniqueViolations: true },
  );
}

/** The payment may have bought its order after the refund was recorded. */
async function applyToLocked(
  em: EntityManager,
  context: Context,
  { refund, payment, order: bought }: { refund: Refund; payment: Payment; order: Order | null },
  response: ProviderResponse,
): Promise<RefundStatus> {
  if (refund.order) await em.populate(refund, ["order"]);
  refund.order ??= bought;
  const { order } = refund;
  const before = refund.status;
  // What a provider said before may be read later: that a refund is on its way, that it was paid out, that it came back.
  if (before === "failed" && refund.providerRefundId) return before;
  if (before === "succeeded" && response.status === "pending") return before;
  refund.providerRefundId = response.id ?? refund.providerRefundId ?? null;
  if (before === response.status) return before;
  refund.status = response.status;
  refund.failureMessage = response.failure;
  await countLosses(em, payment);
  if (response.status !== "failed") await fitAutomaticRefunds(em, payment);
  const refunded = refundedOf(await em.find(Refund, { payment: payment.id }));
  if (refunded >= (payment.amountReceived || payment.amount)) payment.status = "refunded";
  else if (payment.status === "refunded") payment.status = "succeeded";
  if (response.status === "failed") {
    await notifyStaffOfRefund(em, context, refund, payment, { reason: response.failure, isWaiting: false });
  }
  if (order) await notifyOfRefund(em, context, { order, refund, before, refunded });
  else if (isNotMade(before) && response.status !== "failed") {
    refund.completedAt = context.clock.now();
    await notifyOfAutomaticRefund(em, context, refund, payment);
  }
  return response.status;
}

/** Asked for, or refused, which a second request at the same time may not have been. */
function isNotMade(status: RefundStatus): boolean {
  return status === "requested" || status === "failed";
}

/**
 * A line on the timeline of the order that the payment's checkout has, if it has one, and a mail to anyone who paid.
 */
async function notifyOfAutomaticRefund(
  em: EntityManager,
  context: Context,
  { key, reason, source, ...refund }: Refund,
  payment: Payment,
): Promise<void> {
  const { checkout, providerPaymentId: paymentId } = payment;
  const amount = formatProviderMoney(refund.amount, payment);
  const order = await em.findOne(Order, { checkout: checkout.id }, { fields: ["id"] });
  const message = `${reason}: ${amount} (${paymentId})`;
  if (order) addOrderEvent(em, context, { order: order.id, kind: "refunded", message });
  // What was given back in a provider's dashboard may be part of a payment that still makes an order.
  if (source === "provider") return;
  const details = payment.details ?? (await em.findOneOrFail(Checkout, checkout.id)).details;
  await mailPayer(em, context, details, { key, reason, amount, paymentId });
}

/**
 * Does what follows a step of an order's refund: goods, timeline, credit note and mail. `refunded` is all that went
 * back of its payment. The order must be locked.
 */
export async function notifyOfRefund(
  em: EntityManager,
  context: Context,
  {
    order,
    refund,
    before,
    refunded,
  }: { order: Order; refund: Refund; before: RefundStatus; refunded: Pence },
): Promise<void> {
  // What is given back in full states nothing any more; it may have failed.
  await queueStatementsOfOrders(em, [order.id]);
  const { key, amount, reason } = refund;
  const sum = formatMoney(amount, order.currency);
  const locked = { order, lines: await linesOfOrder(em, order.id) };
  const withdrawal = await em.findOne(Withdrawal, { refund: refund.id });
  const addEvent = (kind: OrderEventKind, message: string) =>
    addOrderEvent(em, context, { order: order.id, kind, message });
  if (refund.status === "failed") {
    undoCredit(locked, refund.lines ?? []);
    if (before === "requested") {
      undoCancellation(locked, refund.lines ?? []);
      openToSend(locked);
    }
    // The money of what its customer cancelled is still owed.
    if (withdrawal) em.assign(withdrawal, { refund: null, closedAt: null });
    const why = refund.failureMessage ? ` (${refund.failureMessage})` : "";
    addEvent("refund_failed", `The refund of ${sum} did not go through${why}`);
    const debit = await debitRefund(em, context, order, refund);
    if (!debit) return;
    addEvent("debit_note", `Debit note ${debit.number} takes credit note ${debit.reverses?.number} back`);
    return;
  }
  if (!refund.lines) await creditWhatWasMade(em, locked, refund);
  else if (before === "failed") refund.lines = creditAfterAll(locked, amount, refund.lines);
  else if (lacksCredit(refund)) {
    undoCredit(locked, refund.lines);
    refund.lines = creditAgain(locked, amount, refund.lines);
  }
  if (isNotMade(before)) await undoGoodsLeaving(em, context, locked, refund.lines ?? [], withdrawal);
  if (refund.status === "pending") {
    addEvent("refund_pending", `A refund of ${sum} is on its way: ${reason}`);
    return;
  }
  refund.completedAt = context.clock.now();
  const note = await issueCreditNote(em, context, order, { refund, reason, lines: refund.lines ?? [] });
  addEvent("refunded", `Refunded ${sum}: ${reason} (credit note ${note.number})`);
  await mailRefund(em, context, order, {
    ...{ key: `order-refunded:${key}`, note, amount, reason },
    refundedInAll: refunded,
    ...(refund.payment ? {} : { byHand: paymentLabels[order.paymentMethod] }),
  });
}

/**
 * Credits a refund that was made by a provider: nobody has said what it is for. It goes before those that are only
 * asked for, which the provider may refuse because of it: they are for what is left then.
 */
async function creditWhatWasMade(em: EntityManager, locked: LockedOrder, refund: Refund): Promise<void> {
  const asked = await em.find(Refund, {
    ...{ order: locked.order.id, status: "requested", lines: { $ne: null } },
    id: { $ne: refund.id },
  });
  for (const { lines } of asked) undoCredit(locked, lines ?? []);
  refund.lines = refundLinesOf(locked, { units: [], delivery: 0, amount: refund.amount });
  credit(locked, refund.lines);
  for (const each of asked) each.lines = creditAgain(locked, each.amount, each.lines ?? []);
}

type MailedRefund = { key: string; note: CorrectionNote } & Pick<
  EmailProps<"order-refunded">,
  "amount" | "reason" | "refundedInAll" | "byHand" | "stillToPay"
>;

/** The mail to the customer whose order was refunded, or credited before it was paid. */
export async function mailRefund(
  em: EntityManager,
  context: Context,
  order: Order,
  { key, note, ...said }: MailedRefund,
): Promise<void> {
  const { invoiceNumber, currency, totalAmount } = order;
  const { token, recipient, facts } = await buyerMailOf(em, context, order);
  await queueEmail(em, context, {
    key,
    template: "order-refunded",
    recipient,
    props: {
      ...{ ...facts, ...said, currency },
      orderTotal: totalAmount,
      creditNoteNumber: note.number,
      creditNoteUrl: `${context.publicUrl}${correctionNotePath(invoiceNumber, note.number, token)}`,
    },
  });
}

/**
 * Reduces or ends the automatic refunds that are still waiting when money has gone back in another way, by a refund in
 * the dashboard or a lost dispute: they never ask for more than is left of their payment. The payment must be locked.
 */
export async function fitAutomaticRefunds(em: EntityManager, payment: Payment): Promise<void> {
  const refunds = await em.find(Refund, { payment: payment.id });
  for (const refund of refunds) {
    if (refund.source !== "automatic" || refund.status !== "requested") continue;
    const others = refunds.filter(({ id }) => id !== refund.id);
    const left = await leftOfPayment(em, payment, others);
    if (left > 0) {
      refund.amount = Math.min(refund.amount, left);
      continue;
    }
    refund.status = "failed";
    refund.failureMessage = "The money has gone back in another way";
    if (refundedOf(others) >= payment.amountReceived) payment.status = "refunded";
  }
}

/** What of a payment can still go back: what came, less what these refunds and lost disputes took of it. */
export async function leftOfPayment(
  em: EntityManager,
  payment: Payment,
  refunds: readonly Refund[],
): Promise<Pence> {
  const lost = lostOf(await em.find(Dispute, { payment: payment.id }));
  return refundableOf((payment.amountReceived || payment.amount) - lost, refunds);
}

/**
 * One mail for each refund that waits, since its provider refused it for now, and one when it has failed: the customer
 * waits for it. The reason is the provider's.
 */
export async function notifyStaffOfRefund(
  em: EntityManager,
  context: Context,
  refund: Refund,
  payment: Payment,
  { reason, isWaiting }: { reason: string | null; isWaiting: boolean },
): Promise<void> {
  const order = await em.findOne(Order, { checkout: payment.checkout.id });
  await queueEmail(em, context, {
    key: `refund-${isWaiting ? "waits" : "failed"}:${refund.key}`,
    template: "refund-failed",
    recipient: notificationAddressOf(context.settings),
    props: {
      invoiceNumber: order?.invoiceNumber ?? null,
      customerName: order?.customerName ?? "Not given",
      customerEmail: order?.customerEmail ?? "no address given",
      paymentId: payment.providerPaymentId,
      amount: formatProviderMoney(refund.amount, payment),
      reason,
      isWaiting,
      adminUrl: staffUrlOf(context, order),
    },
  });
}
