import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";

/*
 * Figures of a shop's life come from materialised views, which a job renews every few minutes, and those of today from
 * the orders themselves (docs/decisions/011-figures-as-of.md).
 */

/** How far the figures are added up. */
export interface Figures {
  /** ISO date and time of the last renewal: what changed since on an earlier day shows after the next one. */
  asOf: string | null;
  /** The day of the last renewal: from it on nothing is added up, and everything live. */
  liveFrom: string;
}

/** Figures from the rows themselves, however many there are. */
export const allLive: Figures = { asOf: null, liveFrom: "-infinity" };

const asOfSchema = z.object({
  asOf: z.string().nullable(),
  // Goes into statements as it is, so that PostgreSQL plans for the few orders of a day.
  liveFrom: z.string().regex(/^(\d{4}-\d\d-\d\d|-infinity)$/),
});

/** When the figures were added up; never in a shop that has just begun, where all are live. */
export function readFigures(em: EntityManager): Promise<Figures> {
  return rawRow(
    em,
    asOfSchema,
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf",
            coalesce(sales_day_of(at)::text, '-infinity') as "liveFrom"
     from figures_as_of`,
  );
}

/** The midnight in London at which live figures begin, in SQL. */
export function liveMoment({ liveFrom }: Figures): string {
  return `('${liveFrom}'::date::timestamp at time zone 'Europe/London')`;
}

/**
 * Orders, revenue and refunds (pence) by UK day and status, as a table expression for a `from`. A day and status may
 * come in several rows.
 */
export function salesByDay(figures: Figures): string {
  return `(
    select day, status, orders, revenue, refunded from sales_by_day where day < '${figures.liveFrom}'::date
    union all
    select day, status, orders, revenue, refunded from sales_of_order where created_at >= ${liveMoment(figures)}
  )`;
}

/** Units and revenue (pence) by product and month of what `product_sales` does not contain, in the same way. */
export function productSalesSince(figures: Figures): string {
  return `(
    select period, product_id, units, revenue from product_sales_of_order where created_at >= ${liveMoment(figures)}
  )`;
}

/** VAT by UK day, kind of document and rate, as `salesByDay`. */
export function vatByDay(figures: Figures): string {
  return `(
    select day, kind, vat_rate, net, vat, gross, net_in_pounds, vat_in_pounds from vat_by_day
     where day < '${figures.liveFrom}'::date
    union all
    select day, kind, vat_rate, net, vat, gross, net_in_pounds, vat_in_pounds from vat_of_paper
     where issued_at >= ${liveMoment(figures)}
  )`;
}

/** Of the time, at most a twentieth goes into renewals: of a million orders one takes more than a minute. */
const REST = 20;

const dueSchema = z.object({ isDue: z.boolean() });

/** By the clock: adds up again unless the last time took so long that it can wait. */
export async function renewFiguresWhenDue(context: Pick<Context, "em">): Promise<void> {
  const { isDue } = await rawRow(
    context.em,
    dueSchema,
    `select at is null or now() - at >= took * ${REST} as "isDue" from figures_as_of`,
  );
  if (isDue) await renewFigures(context);
}

/** What is added up; the moment comes last, since it says how long the others took. */
export const figureViews = [
  "sales_by_day",
  "product_sales",
  "vat_by_day",
  "customer_impact",
  "ledger_by_day",
  "figures_as_of",
] as const;

/**
 * Adds up again what reports and the community show of the days before today. Readers are not blocked and see all of it
 * at once; a second run waits for the first.
 */
export async function renewFigures(context: Pick<Context, "em">): Promise<void> {
  await inTransaction(context.em, async (em) => {
    for (const view of figureViews) {
      await em.execute(`refresh materialized view concurrently ${view}`);
    }
  });
}
