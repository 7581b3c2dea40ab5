import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, type Payment, type Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { formatMoney } from "#server/pricing/money.ts";

interface ToldRefund {
  refund: Pick<Refund, "key" | "amount">;
  payment: Pick<Payment, "checkout" | "provider" | "providerPaymentId" | "currency">;
  /** As the provider said it. */
  reason: string | null;
  /** The provider refused it for now, and it is tried again; else it has not gone, or has come back. */
  isWaiting: boolean;
}

/** One mail for each refund that waits, and one when it has failed: the customer waits for it. */
export async function tellStaffOfRefund(
  em: EntityManager,
  { settings, publicUrl }: Context,
  { refund, payment, reason, isWaiting }: ToldRefund,
): Promise<void> {
  const order = await em.findOne(Order, { checkout: payment.checkout.id });
  await queueEmail(em, {
    key: `refund-${isWaiting ? "waits" : "failed"}:${refund.key}`,
    template: "refund-failed",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber: order?.invoiceNumber ?? null,
      customerName: order?.customerName ?? "Not given",
      customerEmail: order?.customerEmail ?? "no address given",
      paymentId: payment.providerPaymentId,
      amount: formatMoney(refund.amount, payment),
      reason,
      isWaiting,
      adminUrl: order ? `${publicUrl}/admin?tab=orders&order=${order.id}` : `${publicUrl}/admin`,
    },
  });
}
