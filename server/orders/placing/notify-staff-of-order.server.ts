import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, OrderLine, Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { notificationAddressOf } from "#server/email/notification-address.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** The job after a paid order: one mail to the order notification address, however often the job runs. */
export async function notifyStaffOfOrder(
  context: Context,
  { invoiceNumber }: { invoiceNumber: string },
): Promise<void> {
  const { settings, publicUrl } = context;
  await context.em.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, { invoiceNumber });
    const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
    await queueEmail(em, {
      key: `new-order:${invoiceNumber}`,
      template: "new-order",
      recipient: notificationAddressOf(settings),
      props: {
        store: storeIdentityOf(settings, publicUrl),
        invoiceNumber,
        customerName: order.customerName,
        customerEmail: order.customerEmail,
        deliverTo: `${order.shippingAddress.name}, ${order.customerAddress}`,
        lines: lines.map(({ productName, quantity, lineTotal }) => ({ productName, quantity, lineTotal })),
        total: order.totalAmount,
        currency: order.currency,
        deliveryToBeAgreed: order.deliveryToBeAgreed,
        isBackorder: order.isBackorder,
        runningLow: await runningLow(em, settings, lines),
        adminUrl: `${publicUrl}/admin?tab=orders&order=${order.id}`,
      },
    });
  });
}

/** The bought products that are at or below the low stock threshold. */
async function runningLow(em: EntityManager, settings: StoreSettings, lines: OrderLine[]) {
  if (!settings.stockManagement || settings.lowStockThreshold < 1) return [];
  const products = await em.find(
    Product,
    {
      id: { $in: lines.map(({ product }) => product.id) },
      stockQuantity: { $lte: settings.lowStockThreshold },
    },
    { orderBy: { stockQuantity: "asc", id: "asc" } },
  );
  return products.map(({ name, stockQuantity }) => ({ productName: name, left: stockQuantity }));
}
