import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { StockAlert } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { availabilityOf } from "#server/catalogue/product-view.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { idRow, rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { subscribeSchema } from "#server/newsletter/newsletter.schema.ts";
import { STOCK_ALERT_WORDING, type StockAlertReply, stockAlertTexts } from "./stock-alert.ts";
import { alertConfirmation, alertEnd, backMailKey } from "./tell-of-stock.server.ts";

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
    await takeMailsBack(em, ended);
  });
}

/** Deletes what an address asked for, and the mails about it that have not gone out yet. */
export async function forgetStockAlerts(em: EntityManager, email: string | null): Promise<void> {
  const forgotten = await rawRows(
    em,
    endedSchema,
    `delete from stock_alert where lower(email) = lower(?) returning id, confirmed_at as "confirmedAt"`,
    [email],
  );
  await takeMailsBack(em, forgotten);
}

const endedSchema = z.object({ id: z.number(), confirmedAt: z.coerce.date().nullable() });

async function takeMailsBack(em: EntityManager, alerts: readonly z.output<typeof endedSchema>[]) {
  const keys = alerts.flatMap(({ id, confirmedAt }) => (confirmedAt ? backMailKey(id, confirmedAt) : []));
  if (keys.length === 0) return;
  await em.execute("delete from outbox_email where sent_at is null and key in (?)", [keys]);
}
