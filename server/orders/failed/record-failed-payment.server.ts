import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import type Stripe from "stripe";
import { Checkout, Payment } from "#db/entities/index.ts";
import { MAX_ATTEMPTS_PER_PAYMENT } from "#server/checkout/checkout-limits.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { checkoutIdOf } from "../payment/received-payment.ts";
import { upsertFailedOrder } from "./failed-order.server.ts";
import { plainFailureReason } from "./failure-reason.ts";

/**
 * Writes down that a card was refused. The same intent may be tried again, until so many cards failed on it that it
 * looks like card testing; then it is cancelled and the shopper has to begin a new one, which is rate limited.
 */
export async function recordFailedPayment(context: Context, intent: Stripe.PaymentIntent): Promise<void> {
  const checkoutId = checkoutIdOf(intent);
  if (!checkoutId) return;
  const message = failureOf(intent);
  const attempts = await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!checkout || checkout.status === "paid") return 0;
    const payment = await em.findOne(Payment, { checkout: checkoutId, providerPaymentId: intent.id });
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
  if (attempts >= MAX_ATTEMPTS_PER_PAYMENT) await cancel(context, intent.id);
}

/** One mail for each checkout, however often paying it fails. */
export async function alertStaff(
  em: EntityManager,
  { settings, publicUrl }: Context,
  { id, details, totalAmount }: Checkout,
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
      reason: plainFailureReason(message),
      adminUrl: `${publicUrl}/admin?tab=failed`,
    },
  });
}

/** For staff, who may see the issuer's real reason: the code stands beside the message. */
function failureOf(intent: Stripe.PaymentIntent): string {
  const error = intent.last_payment_error;
  const code = error?.decline_code ?? error?.code;
  const message = error?.message ?? "The payment failed.";
  return (code ? `${message} (${code})` : message).slice(0, 500);
}

async function cancel(context: Context, paymentId: string): Promise<void> {
  try {
    await context.gateways.stripe.client.paymentIntents.cancel(paymentId);
    await context.em.fork().nativeUpdate(Payment, { providerPaymentId: paymentId }, { status: "cancelled" });
    log("warn", "a payment was cancelled after many refused cards", { paymentId });
  } catch (error) {
    log("warn", "a payment with many refused cards could not be cancelled", { paymentId, error });
  }
}
