import { LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { PayPalOrder } from "#server/payments/paypal/paypal-order.ts";
import { upsertFailedOrder } from "./failed-order.server.ts";
import { alertStaff } from "./record-failed-payment.server.ts";

/** Writes down, for staff, that PayPal did not take a payment and why. The shopper may try again. */
export async function recordFailedPayPalPayment(
  context: Context,
  order: Pick<PayPalOrder, "id">,
  reason: string,
): Promise<void> {
  const found = await context.em
    .fork()
    .findOne(Payment, { provider: "paypal", providerSessionId: order.id }, { fields: ["id", "checkout"] });
  if (!found) return;
  const message = `PayPal did not take the payment (${reason})`.slice(0, 500);
  await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, found.checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payment = await em.findOne(Payment, found.id);
    if (!checkout || checkout.status === "paid" || !payment) return;
    if (payment.status === "succeeded" || payment.status === "refunded") return;
    payment.status = "failed";
    payment.failureMessage = message;
    payment.failedAttempts += 1;
    await upsertFailedOrder(em, checkout, message, context.clock.now());
    await alertStaff(em, context, checkout, message);
  });
}
