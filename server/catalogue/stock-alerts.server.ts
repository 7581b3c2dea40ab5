import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Product, StockAlert } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { availabilityOf } from "#server/catalogue/product-view.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { confirmationLinks, endingLinks } from "#server/core/secret.server.ts";
import { idRow, rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { mayMail, type QueuedEmail, queueEmail, queueEmails } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { enqueueJob, type JobPayload } from "#server/jobs/enqueue-job.server.ts";
import { subscribeSchema } from "#server/newsletter/newsletter.schema.ts";
import { NAMED } from "./low-stock.server.ts";
import { STOCK_ALERT_WORDING, type StockAlertReply, stockAlertTexts } from "./stock-alert.ts";

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
function backMailKey(alertId: number, confirmedAt: Date): string {
  return `stock-back:${alertId}:${confirmedAt.getTime()}`;
}

/** The job of each minute: writes to those who wait for what can be bought again. */
export async function tellOfStockBack(context: Context): Promise<void> {
  const back = await rawRows(
    context.em.fork(),
    idRow,
    `select id from product where (stock_quantity > held_quantity or not ?::boolean)
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
const alertConfirmation = confirmationLinks({
  purpose: "stock-alert-confirm",
  path: "/stock-alerts/confirm",
});

/** The links that end all that an address asked for. */
export const alertEnd = endingLinks({ purpose: "stock-alert-end", path: "/stock-alerts/unsubscribe" });

const askedSchema = z.object({ id: z.number(), stockQuantity: z.number() });

/**
 * Keeps that an address wants to hear when a product is back, and has a link mailed to it; only who opens that link and
 * presses its button is told. Same answer, same statements for every address, so that nobody learns who waits. Answers
 * "available" where the product can be bought meanwhile. @throws ShopError `not_found`, `rate_limited`
 */
export async function askForStockAlert(
  context: Context,
  { slug, email }: { slug: string; email: string },
): Promise<"asked" | "available"> {
  await countAgainstLimit(context, "stock-alert");
  return inTransaction(context.em, async (em) => {
    const [product] = await rawRows(
      em,
      askedSchema,
      `select id, greatest(stock_quantity - held_quantity, 0) as "stockQuantity" from product
        where slug = ? and archived_at is null`,
      [slug],
    );
    if (!product) throw new ShopError("not_found", "Product not found");
    if (availabilityOf(product, context.settings).canBuy) return "available";
    // What was confirmed stays so: a stranger may type the address again.
    const { id: alertId } = await rawRow(
      em,
      idRow,
      `insert into stock_alert as kept (product_id, email, consent_wording, asked_at) values (?, ?, ?, ?)
       on conflict (product_id, lower(email)) do update set asked_at = excluded.asked_at,
         consent_wording = case kept.state when 'pending' then excluded.consent_wording else kept.consent_wording end
       returning id`,
      [product.id, email, STOCK_ALERT_WORDING, context.clock.now()],
    );
    await enqueueJob(em, "send-stock-alert-link", { alertId });
    return "asked";
  });
}

const mailedSchema = z.object({ email: z.string(), productName: z.string() });

/** The job: mails the link that confirms a request, unless the address has had too many mails that strangers cause. */
export async function mailStockAlertLink(context: Context, { alertId }: { alertId: number }): Promise<void> {
  const { publicUrl, clock } = context;
  const now = clock.now();
  const [asked] = await rawRows(
    context.em.fork(),
    mailedSchema,
    `select email, name as "productName" from stock_alert join product on product.id = product_id
      where stock_alert.id = ?`,
    [alertId],
  );
  if (!asked || !(await mayMail(context, asked.email))) return;
  await inTransaction(context.em, async (em) => {
    const unsubscribeUrl = await alertEnd.linkTo(em, publicUrl, alertId);
    await queueEmail(em, context, {
      key: `stock-alert-confirmation:${alertId}:${now.getTime()}`,
      template: "stock-alert-confirmation",
      recipient: asked.email,
      unsubscribeUrl,
      props: {
        productName: asked.productName,
        link: await alertConfirmation.linkTo(em, publicUrl, alertId, now),
        unsubscribeUrl,
      },
    });
  });
}

/** Handles the form on the page of a product that is sold out; a refusal becomes its message and status. */
export async function handleStockAlertForm(
  context: Context,
  fields: FormData,
): Promise<{ reply: StockAlertReply; status: number }> {
  const typed = (name: string) => z.string().catch("").parse(fields.get(name));
  const [slug, email] = [typed("slug"), typed("email")];
  const form = subscribeSchema.safeParse({ email });
  if (!form.success) {
    const [issue] = form.error.issues;
    return {
      reply: { ok: false, slug, email, message: issue?.message ?? stockAlertTexts.failed },
      status: 400,
    };
  }
  try {
    const outcome = await askForStockAlert(context, { slug, email: form.data.email });
    return { reply: { ok: true, slug, outcome }, status: 200 };
  } catch (error) {
    if (!(error instanceof ShopError) || error.code === "not_found") throw error;
    return { reply: { ok: false, slug, email, message: error.message }, status: error.status };
  }
}

/** The product of a mailed link that can still be confirmed, without confirming it. */
export async function findAlertToConfirm(context: Context, token: string) {
  const link = await alertConfirmation.read(context.em, token, context.clock.now());
  if (!link) return undefined;
  const alert = await context.em.fork().findOne(StockAlert, link.id, { populate: ["product"] });
  return alert && isOpen(alert, link.mailedAt) ? productOf(alert) : undefined;
}

/**
 * Confirms a request by the link that was mailed; harmless when done twice. What was answered or ended after that mail
 * stays so: only a newer one changes it. @throws ShopError `bad_request`
 */
export async function confirmStockAlert(context: Context, token: string) {
  const now = context.clock.now();
  const link = await alertConfirmation.read(context.em, token, now);
  const product =
    link &&
    (await inTransaction(context.em, async (em) => {
      const alert = await em.findOne(StockAlert, link.id, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
        populate: ["product"],
      });
      if (!alert || !isOpen(alert, link.mailedAt)) return undefined;
      if (alert.state !== "waiting") {
        em.assign(alert, { state: "waiting", confirmedAt: now, consentWording: STOCK_ALERT_WORDING });
      }
      return productOf(alert);
    }));
  if (!product) throw new ShopError("bad_request", "This link has been used, is too old or is not complete.");
  return product;
}

function isOpen({ toldAt, endedAt }: StockAlert, mailedAt: Date): boolean {
  return ![toldAt, endedAt].some((moment) => moment && moment >= mailedAt);
}

function productOf({ product }: StockAlert) {
  const { name, slug } = product;
  return { name, slug };
}

/**
 * Ends everything that the address of a mail asked for, by the link in it; harmless when followed twice.
 * @throws ShopError `bad_request` when the link is not ours
 */
export async function endStockAlerts(context: Context, token: string): Promise<void> {
  const alertId = await alertEnd.read(context.em, token);
  if (alertId === undefined) throw new ShopError("bad_request", "This unsubscribe link is not complete.");
  await inTransaction(context.em, async (em) => {
    const ended = await rawRows(
      em,
      endedSchema,
      `update stock_alert set state = 'ended', ended_at = ?
        where lower(email) = (select lower(email) from stock_alert where id = ?)
       returning id, confirmed_at as "confirmedAt"`,
      [context.clock.now(), alertId],
    );
    await withdrawMails(em, ended);
  });
}

/** Deletes what an address asked for until a moment, and the mails about it that have not gone out yet. */
export async function forgetStockAlerts(em: EntityManager, email: string | null, until: Date): Promise<void> {
  const forgotten = await rawRows(
    em,
    endedSchema,
    `delete from stock_alert where lower(email) = lower(?) and asked_at <= ?
     returning id, confirmed_at as "confirmedAt"`,
    [email, until],
  );
  await withdrawMails(em, forgotten);
}

const endedSchema = z.object({ id: z.number(), confirmedAt: z.coerce.date().nullable() });

async function withdrawMails(em: EntityManager, alerts: readonly z.output<typeof endedSchema>[]) {
  const keys = alerts.flatMap(({ id, confirmedAt }) => (confirmedAt ? backMailKey(id, confirmedAt) : []));
  if (keys.length === 0) return;
  await em.execute("delete from outbox_email where sent_at is null and key in (?)", [keys]);
}

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
