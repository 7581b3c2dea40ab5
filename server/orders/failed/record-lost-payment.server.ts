import type { EntityManager } from "@mikro-orm/postgresql";
import { Checkout, FailedOrder, OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { upsertFailedOrder } from "./failed-order.server.ts";

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

/** The same of money that has gone back meanwhile. Told once: a row that staff have put aside stays there. */
export async function recordReturnedPayment(
  context: Context,
  returned: Omit<LostPayment, "reason">,
): Promise<void> {
  const key = `payment-returned:${returned.paymentId}`;
  await inTransaction(context.em, async (em) => {
    if ((await em.count(OutboxEmail, { key })) > 0) return;
    log("warn", "a payment went back before it had an order", { ...returned, requestId: context.requestId });
    await tell(em, context, { ...returned, reason: RETURNED_REASON }, key, true);
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
