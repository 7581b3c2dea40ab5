import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, OrderLine, Product } from "#db/entities/index.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import type { Context } from "#server/core/context.ts";
import type { EmailProps } from "#server/email/email-templates.server.tsx";
import { type QueuedEmail, queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf, storeIdentityOf } from "#server/email/store-identity.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** What staff are told of a new order. */
type ToldOrder = Pick<
  Order,
  | "id"
  | "invoiceNumber"
  | "customerName"
  | "customerEmail"
  | "customerAddress"
  | "shippingAddress"
  | "totalAmount"
  | "currency"
  | "delivery"
  | "deliveryToBeAgreed"
  | "isBackorder"
>;

/** A bought product, and how many are left of it. */
export interface LeftInStock {
  id: number;
  name: string;
  stockQuantity: number;
}

/** The mail to the order notification address: one for each order. */
export function staffMailOf(
  { settings, publicUrl }: Pick<Context, "settings" | "publicUrl">,
  order: ToldOrder,
  lines: EmailProps<"new-order">["lines"],
  left: readonly LeftInStock[],
): QueuedEmail {
  return {
    key: `new-order:${order.invoiceNumber}`,
    template: "new-order",
    recipient: notificationAddressOf(settings),
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber: order.invoiceNumber,
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      deliverTo: `${order.shippingAddress.name}, ${order.customerAddress}`,
      ...(order.delivery ? { deliveryFacts: packingFacts(order.delivery) } : {}),
      lines: lines.map(({ productName, quantity, lineTotal }) => ({ productName, quantity, lineTotal })),
      total: order.totalAmount,
      currency: order.currency,
      deliveryToBeAgreed: order.deliveryToBeAgreed,
      isBackorder: order.isBackorder,
      runningLow: runningLow(settings, left),
      adminUrl: `${publicUrl}/admin?tab=orders&order=${order.id}`,
    },
  };
}

/** The bought products that are at or below the low stock threshold, the scarcest first. */
function runningLow(settings: StoreSettings, left: readonly LeftInStock[]) {
  if (!settings.stockManagement || settings.lowStockThreshold < 1) return [];
  return left
    .filter(({ stockQuantity }) => stockQuantity <= settings.lowStockThreshold)
    .sort((a, b) => a.stockQuantity - b.stockQuantity || a.id - b.id)
    .map(({ name, stockQuantity }) => ({ productName: name, left: stockQuantity }));
}

/**
 * The job that the version before queued after each order; the mail is now queued with the order. However often it
 * runs, it makes one mail.
 */
export async function notifyStaffOfOrder(
  context: Context,
  { invoiceNumber }: { invoiceNumber: string },
): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, { invoiceNumber });
    const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
    await queueEmail(em, staffMailOf(context, order, lines, await findLeft(em, lines)));
  });
}

function findLeft(em: EntityManager, lines: OrderLine[]): Promise<LeftInStock[]> {
  return em.find(Product, { id: { $in: lines.map(({ product }) => product.id) } });
}
