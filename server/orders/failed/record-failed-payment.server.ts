import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, FailedOrder, OutboxEmail, Payment } from "#db/entities/index.ts";
import { MAX_ATTEMPTS_PER_PAYMENT } from "#server/checkout/checkout-limits.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf, storeIdentityOf } from "#server/email/store-identity.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { plainFailureReason, providerOf } from "#server/payments/providers.server.ts";
import { knownCurrency } from "#server/pricing/money.ts";

/**
 * Writes down that a card was refused, and why. The same payment may be tried again, until so many cards failed on it
 * that it looks like card testing; then it is cancelled and the shopper has to begin a new one, which is rate limited.
 */
export async function recordFailedPayment(
  context: Context,
  refused: Pick<ReceivedPayment, "provider" | "id" | "checkoutId">,
  message: string,
): Promise<void> {
  const { checkoutId, id: providerPaymentId } = refused;
  if (!checkoutId) return;
  const attempts = await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!checkout || checkout.status === "paid") return 0;
    const payment = await em.findOne(Payment, { checkout: checkoutId, providerPaymentId });
    if (payment?.status === "succeeded" || payment?.status === "refunded") return 0;
    if (payment) {
      payment.status = "failed";
      payment.failureMessage = message;
      payment.failedAttempts += 1;
    }
    await upsertFailedOrder(em, checkout, message, context.clock.now());
    await alertStaff(em, context, checkout, message);
    return payment?.failedAttempts ?? 0;
  });
  if (attempts >= MAX_ATTEMPTS_PER_PAYMENT) await cancel(context, refused);
}

/** One mail for each checkout, however often paying it fails. */
export async function alertStaff(
  em: EntityManager,
  { settings, publicUrl }: Context,
  { id, details, totalAmount, currency }: Checkout,
  message: string,
): Promise<void> {
  await queueEmail(em, {
    key: `failed-payment:${id}`,
    template: "failed-payment",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      customerName: details?.customerName ?? "Not given",
      customerEmail: details?.customerEmail ?? "no address given",
      amount: totalAmount,
      currency: knownCurrency(currency),
      reason: plainFailureReason(message),
      adminUrl: `${publicUrl}/admin?tab=failed`,
    },
  });
}

async function cancel(
  context: Context,
  { provider, id: paymentId }: Pick<ReceivedPayment, "provider" | "id">,
): Promise<void> {
  try {
    const end = await providerOf(provider).close(context, { providerPaymentId: paymentId });
    if (end.kind === "taken") throw new Error("It has been paid meanwhile.");
    await context.em.fork().nativeUpdate(Payment, { providerPaymentId: paymentId }, { status: "cancelled" });
    log("warn", "a payment was cancelled after many refused cards", { paymentId });
  } catch (error) {
    log("warn", "a payment with many refused cards could not be cancelled", { paymentId, error });
  }
}

interface LostPayment {
  checkoutId: string;
  paymentId: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** For staff, in a sentence. */
  reason: string;
}

/** All of it went back before an order was made: there is nothing to send. */
const RETURNED_REASON =
  "It was paid, and given back in full at the payment provider before an order was made. Nothing is to be sent.";

/**
 * Money came and no order could be made of it: a row under Failed Orders and one mail to the owner
 * (docs/rules.md#payments-3). Nothing is told twice, however often the same payment is looked at.
 */
export async function recordLostPayment(context: Context, lost: LostPayment): Promise<void> {
  log("error", "a payment has no order", { ...lost, requestId: context.requestId });
  await inTransaction(context.em, (em) =>
    tell(em, context, lost, `payment-problem:${lost.paymentId}`, false),
  );
}

/** The same of money that has gone back meanwhile; whoever paid hears of it, too. Told once: a row that staff have put aside stays there. */
export async function recordReturnedPayment(
  context: Context,
  returned: Omit<LostPayment, "reason">,
): Promise<void> {
  const key = `payment-returned:${returned.paymentId}`;
  await inTransaction(context.em, async (em) => {
    if ((await em.count(OutboxEmail, { key })) > 0) return;
    log("warn", "a payment went back before it had an order", { ...returned, requestId: context.requestId });
    await tell(em, context, { ...returned, reason: RETURNED_REASON }, key, true);
    const details = (await em.findOne(Checkout, returned.checkoutId))?.details;
    if (!details) return;
    await queueEmail(em, {
      key: `money-returned:${returned.paymentId}`,
      template: "money-returned",
      recipient: details.customerEmail,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        customerName: details.customerName,
        amount: returned.amount,
        reason: "It went back in full before an order was made",
        paymentId: returned.paymentId,
      },
    });
  });
}

async function tell(
  em: EntityManager,
  context: Context,
  lost: LostPayment,
  key: string,
  isReturned: boolean,
): Promise<void> {
  const { settings, publicUrl } = context;
  const checkout = await em.findOne(Checkout, lost.checkoutId);
  if (!checkout || checkout.status === "paid") return;
  await upsertFailedOrder(em, checkout, lost.reason, context.clock.now());
  const row = await em.findOneOrFail(FailedOrder, { checkout: lost.checkoutId });
  await queueEmail(em, {
    key,
    template: "payment-problem",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      customerName: row.customerName,
      customerEmail: row.customerEmail,
      amount: lost.amount,
      paymentId: lost.paymentId,
      reason: lost.reason,
      isReturned,
    },
  });
}

/** One row per checkout, however many attempts failed; a new failure reopens it. */
export async function upsertFailedOrder(
  em: EntityManager,
  checkout: Pick<Checkout, "id" | "details" | "totalAmount" | "currency" | "paymentMethod">,
  errorMessage: string,
  attemptedAt: Date,
): Promise<void> {
  await em.execute(
    `insert into failed_order
       (checkout_id, customer_name, customer_email, total_amount, currency, payment_method, error_message, attempted_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (checkout_id) do update set customer_name = excluded.customer_name,
       customer_email = excluded.customer_email, total_amount = excluded.total_amount,
       currency = excluded.currency,
       error_message = excluded.error_message, attempted_at = excluded.attempted_at, resolved_at = null`,
    [
      checkout.id,
      checkout.details?.customerName ?? "Not given",
      checkout.details?.customerEmail ?? "",
      checkout.totalAmount,
      checkout.currency,
      checkout.paymentMethod,
      errorMessage.slice(0, 500),
      attemptedAt,
      attemptedAt,
    ],
  );
}
