import { randomUUID } from "node:crypto";
import { Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf, storeIdentityOf } from "#server/email/store-identity.ts";
import type { JobPayload } from "#server/jobs/enqueue-job.server.ts";
import { NAMED } from "./low-stock.server.ts";

/**
 * The job after a change by staff that made products scarce: one mail to the order notification address about those
 * that still are. It renders a mail, so that nothing imports it but the list of jobs.
 */
export async function tellOfLowStock(
  context: Context,
  { productIds, changedBy }: JobPayload<"tell-of-low-stock">,
): Promise<void> {
  const { settings, publicUrl } = context;
  await context.em.fork().transactional(async (em) => {
    const low = await em.find(
      Product,
      { id: { $in: productIds }, stockQuantity: { $lte: settings.lowStockThreshold } },
      { orderBy: { stockQuantity: "asc", id: "asc" } },
    );
    if (low.length === 0) return;
    await queueEmail(em, {
      key: `low-stock:${randomUUID()}`,
      template: "low-stock",
      recipient: notificationAddressOf(settings),
      props: {
        store: storeIdentityOf(settings, publicUrl),
        products: low
          .slice(0, NAMED)
          .map(({ name, stockQuantity }) => ({ productName: name, left: stockQuantity })),
        more: Math.max(0, low.length - NAMED),
        changedBy,
        adminUrl: `${publicUrl}/admin?tab=products`,
      },
    });
  });
}
