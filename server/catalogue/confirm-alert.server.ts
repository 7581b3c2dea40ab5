import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { StockAlert } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { STOCK_ALERT_WORDING } from "./stock-alert.ts";
import { backMailKey, readAlertConfirmation, readAlertEnd } from "./tell-of-stock.server.ts";

/** The product that a request is about. */
export interface AlertedProduct {
  name: string;
  slug: string;
}

/** The product of a mailed link that can still be confirmed, without confirming it. */
export async function findAlertToConfirm(
  context: Context,
  token: string,
): Promise<AlertedProduct | undefined> {
  const link = await readAlertConfirmation(context.em, token, context.clock.now());
  if (!link) return undefined;
  const alert = await context.em.fork().findOne(StockAlert, link.alertId, { populate: ["product"] });
  return alert && isOpen(alert, link.mailedAt) ? productOf(alert) : undefined;
}

/**
 * Confirms a request by the link that was mailed; harmless when done twice. What was answered or ended after that mail
 * stays so: only a newer one changes it. @throws ShopError `bad_request`
 */
export async function confirmStockAlert(context: Context, token: string): Promise<AlertedProduct> {
  const now = context.clock.now();
  const link = await readAlertConfirmation(context.em, token, now);
  const product =
    link &&
    (await inTransaction(context.em, async (em) => {
      const alert = await em.findOne(StockAlert, link.alertId, {
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

function productOf({ product }: StockAlert): AlertedProduct {
  const { name, slug } = product;
  return { name, slug };
}

/**
 * Ends everything that the address of a mail asked for, by the link in it; harmless when followed twice.
 * @throws ShopError `bad_request` when the link is not ours
 */
export async function endStockAlerts(context: Context, token: string): Promise<void> {
  const alertId = await readAlertEnd(context.em, token);
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
