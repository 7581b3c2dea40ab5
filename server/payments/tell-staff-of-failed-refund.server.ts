import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, type Payment, type Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";

/** One mail for each refund whose money has not gone, or has come back: the customer waits for it. */
export async function tellStaffOfFailedRefund(
  em: EntityManager,
  { settings, publicUrl }: Context,
  refund: Pick<Refund, "key" | "amount">,
  payment: Pick<Payment, "checkout" | "providerPaymentId">,
  reason: string | null,
): Promise<void> {
  const order = await em.findOne(Order, { checkout: payment.checkout.id });
  await queueEmail(em, {
    key: `refund-failed:${refund.key}`,
    template: "refund-failed",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber: order?.invoiceNumber ?? null,
      customerName: order?.customerName ?? "Not given",
      customerEmail: order?.customerEmail ?? "no address given",
      paymentId: payment.providerPaymentId,
      amount: refund.amount,
      reason,
      adminUrl: order ? `${publicUrl}/admin?tab=orders&order=${order.id}` : `${publicUrl}/admin`,
    },
  });
}
