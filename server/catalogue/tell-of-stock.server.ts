import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { NAMED } from "#server/catalogue/low-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { confirmationLinks, endingLinks } from "#server/core/secret.server.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { type QueuedEmail, queueEmail, queueEmails } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import type { JobPayload } from "#server/jobs/enqueue-job.server.ts";

/** The most that are written at once; the job runs each minute. */
const WAVE_SIZE = 25;
const HOUR_MS = 60 * 60 * 1000;

/** The addresses that the demo data made up, as a condition on `stock_alert a`. */
const OF_DEMO_DATA = `exists (select from demo_record
  where table_name = 'stock_alert' and record_id = a.id::text)`;

/** Who is told: where mails leave this machine, not the addresses of the demo data, which may be anybody's. */
function waits(): string {
  const isWaiting = "a.state = 'waiting'";
  return readEnvironment().SMTP_URL ? `(${isWaiting} and not ${OF_DEMO_DATA})` : isWaiting;
}

/** The unique key of the mail that answers a request, once for each time that it was confirmed. */
export function backMailKey(alertId: number, confirmedAt: Date): string {
  return `stock-back:${alertId}:${confirmedAt.getTime()}`;
}

/** The job of each minute: writes to those who wait for what can be bought again. */
export async function tellOfStockBack(context: Context): Promise<void> {
  const back = await rawRows(
    context.em.fork(),
    idRow,
    `select id from product where archived_at is null and (stock_quantity > held_quantity or not ?::boolean)
        and id in (select product_id from stock_alert a where ${waits()}) order by id`,
    [context.settings.stockManagement],
  );
  for (const { id } of back) await inTransaction(context.em, (em) => tellOfProduct(em, context, id));
}

const productSchema = z.object({
  name: z.string(),
  slug: z.string(),
  sellable: z.number(),
  told: z.number(),
});
const waitingSchema = z.object({ id: z.number(), email: z.string(), confirmedAt: z.coerce.date() });

/**
 * One wave of a product: as many mails as its stock covers, less those of the last hour. Mails and rows are one
 * transaction: killed in the middle it has done nothing, and who was told is not told again.
 */
async function tellOfProduct(em: EntityManager, context: Context, productId: number): Promise<void> {
  const { settings, publicUrl, clock } = context;
  const now = clock.now();
  // Two workers at once would both count before the other has written.
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`stock-alerts:${productId}`]);
  const [product] = await rawRows(
    em,
    productSchema,
    `select name, slug, greatest(stock_quantity - held_quantity, 0) as sellable,
            (select count(*)::int from stock_alert where product_id = product.id and told_at > ?) as told
       from product where id = ? and archived_at is null`,
    [new Date(now.getTime() - HOUR_MS), productId],
  );
  if (!product) return;
  const { name: productName, slug, sellable, told } = product;
  const covered = settings.stockManagement ? Math.min(WAVE_SIZE, sellable - told) : WAVE_SIZE;
  if (covered <= 0) return;
  const wave = await rawRows(
    em,
    waitingSchema,
    `select a.id, a.email, a.confirmed_at as "confirmedAt" from stock_alert a
      where a.product_id = ? and ${waits()} order by a.confirmed_at, a.id limit ? for update of a`,
    [productId, covered],
  );
  if (wave.length === 0) return;
  const mails: QueuedEmail[] = [];
  for (const { id, email, confirmedAt } of wave) {
    const unsubscribeUrl = await alertEnd.linkTo(em, publicUrl, id);
    const link = `${publicUrl}/products/${slug}`;
    mails.push({
      key: backMailKey(id, confirmedAt),
      template: "stock-back",
      recipient: email,
      unsubscribeUrl,
      props: { productName, link, unsubscribeUrl },
    });
  }
  await queueEmails(em, context, mails, { isBulk: true });
  await em.execute("update stock_alert set state = 'told', told_at = ? where id in (?)", [
    now,
    wave.map(({ id }) => id),
  ]);
}

/** The mailed links that confirm a request. */
export const alertConfirmation = confirmationLinks({
  purpose: "stock-alert-confirm",
  path: "/stock-alerts/confirm",
});

/** The links that end all that an address asked for. */
export const alertEnd = endingLinks({ purpose: "stock-alert-end", path: "/stock-alerts/unsubscribe" });

/**
 * The job after a change by staff that made products scarce: one mail to the order notification address about those
 * that still are.
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
    await queueEmail(em, context, {
      key: `low-stock:${randomUUID()}`,
      template: "low-stock",
      recipient: notificationAddressOf(settings),
      props: {
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
