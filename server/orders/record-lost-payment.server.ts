import { Checkout, FailedOrder } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { Pence } from "#server/pricing/money.ts";
import { upsertFailedOrder } from "./failed-order.server.ts";

interface LostPayment {
  checkoutId: string;
  paymentId: string;
  amount: Pence;
  /** For staff, in a sentence. */
  reason: string;
}

/**
 * Money came and no order could be made of it: a row under Failed Orders and one mail to the owner (resolution B12).
 * Nothing is told twice, however often the same payment is looked at.
 */
export async function recordLostPayment(context: Context, lost: LostPayment): Promise<void> {
  log("error", "a payment has no order", { ...lost, requestId: context.requestId });
  const { settings, publicUrl } = context;
  await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, lost.checkoutId);
    if (!checkout || checkout.status === "paid") return;
    await upsertFailedOrder(em, checkout, lost.reason, context.clock.now());
    const row = await em.findOneOrFail(FailedOrder, { checkout: lost.checkoutId });
    await queueEmail(em, {
      key: `payment-problem:${lost.paymentId}`,
      template: "payment-problem",
      recipient: notificationAddressOf(settings),
      props: {
        store: storeIdentityOf(settings, publicUrl),
        customerName: row.customerName,
        customerEmail: row.customerEmail,
        amount: lost.amount,
        paymentId: lost.paymentId,
        reason: lost.reason,
      },
    });
  });
}
