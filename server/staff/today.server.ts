import { sql } from "kysely";
import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { findLowStock, findWaitedFor } from "#server/catalogue/low-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { actorMay } from "#server/core/roles.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { condition, isoTime, rawRow, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { ordersOf } from "#server/orders/order-views.server.ts";
import { isToPack } from "#server/orders/packing.server.ts";
import { findOpenWithdrawals } from "#server/orders/withdrawals.server.ts";
import { codeOf } from "#server/pricing/money.ts";
import { isUnmatched } from "#server/reports/list-unmatched.server.ts";
import { MOST_COUNTED, type WorkCounts, type WorkKind, workKinds, workOf } from "./today.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK = 7;

/** The database's sums are 64-bit and arrive as text. */
const takenSchema = z.object({ orders: z.coerce.number(), taken: z.coerce.number() });
const daySchema = takenSchema.extend({ day: z.string() });
type Day = z.output<typeof daySchema>;

/** Cancelled orders count as orders, so that a figure is that of its list; no money of theirs does. */
const TAKEN = `coalesce(sum(orders), 0) as orders,
  coalesce(sum(revenue - refunded) filter (where status <> 'cancelled'), 0) as taken`;

/**
 * What was taken today, on the same day last week and in the last seven days, by the shop's own days.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const readTodaysSales = read("reports.view", async (context: Context) => {
  const now = context.clock.now();
  const today = shopDay(now);
  const currency = codeOf(context.settings.currency);
  const em = context.em.fork();
  const rows = await rawRows(
    em,
    daySchema,
    `select day::text as day, ${TAKEN} from sales_of_order
     where created_at >= (?::date - ${2 * WEEK - 1})::timestamp at time zone 'Europe/London' and day <= ?::date group by 1`,
    [today, today],
  );
  const lastWeekUntilNow = await rawRow(
    em,
    takenSchema,
    `select ${TAKEN} from sales_of_order
     where created_at >= (?::date - ${WEEK})::timestamp at time zone 'Europe/London'
       and created_at < ((?::timestamptz at time zone 'Europe/London') - interval '${WEEK} days')
         at time zone 'Europe/London'`,
    [today, now.toISOString()],
  );
  const on = (daysAgo: number): Day => {
    const day = new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString().slice(0, 10);
    return rows.find((row) => row.day === day) ?? { day, orders: 0, taken: 0 };
  };
  const days = (from: number) => Array.from({ length: WEEK }, (_, index) => on(from + index));
  return {
    /** In which the shop trades today; other currencies are not in it. */
    currency,
    today: on(0),
    /** The same day last week, from midnight until the same time by the shop's clock, and as a whole. */
    lastWeekUntilNow,
    lastWeek: on(WEEK),
    /** The newest first: today is the first of them. */
    sevenDays: days(0),
    sevenDaysBefore: sumOf(days(WEEK)),
  };
});

export type TodaysSales = Awaited<ReturnType<typeof readTodaysSales>>;

function sumOf(days: readonly Day[]) {
  return days.reduce(
    (sum, { orders, taken }) => ({ orders: sum.orders + orders, taken: sum.taken + taken }),
    { orders: 0, taken: 0 },
  );
}

/**
 * What is counted of each kind, by an index that holds little more than what waits. The stock is not among them: an
 * index of it would make every sale dearer, so its count is kept while no stock moves.
 */
const waiting: Record<Exclude<WorkKind, "lowStock">, string> = {
  // The order makes the database use the index of the status, where the oldest come first.
  toPack: `select from customer_order o where ${isToPack} order by o.created_at, o.id`,
  enquiries: "select from enquiry where answered_at is null",
  withdrawals: "select from withdrawal where closed_at is null",
  failedOrders: "select from failed_order where resolved_at is null",
  unmatchedPayments: `select from payment where ${isUnmatched}`,
};

const countsSchema = z.partialRecord(z.enum(workKinds), z.number());

/**
 * How much waits for somebody: one statement, of what anyone who asks may see.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const countWork = read("dashboard.view", async (context: Context): Promise<WorkCounts> => {
  const visible = workKinds.filter((kind) => actorMay(context.actor, workOf(kind).permission));
  const columns = visible.flatMap((kind) =>
    kind === "lowStock"
      ? []
      : [`(select count(*)::int from (${waiting[kind]} limit ${MOST_COUNTED}) waiting) as "${kind}"`],
  );
  const [counts, low] = await Promise.all([
    columns.length === 0 ? {} : rawRow(context.em.fork(), countsSchema, `select ${columns.join(", ")}`),
    visible.includes("lowStock") ? findLowStock(context) : null,
  ]);
  return low ? { ...counts, lowStock: Math.min(low.count, MOST_COUNTED) } : counts;
});

/** So many of each are named; the list behind the number has the others. */
const NAMED = 5;

/**
 * What waits today, and what was taken: of all this only what anyone who asks may see.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const readToday = read("dashboard.view", async (context: Context) => {
  const sees = (kind: WorkKind) => actorMay(context.actor, workOf(kind).permission);
  return {
    now: context.clock.now().toISOString(),
    counts: await countWork(context),
    toPack: sees("toPack") ? await oldestToPack(context) : null,
    enquiries: sees("enquiries") ? await oldestEnquiries(context) : null,
    withdrawals: sees("withdrawals") ? await findOpenWithdrawals(context) : null,
    failedOrders: sees("failedOrders") ? await listFailedOrders(context, NAMED) : null,
    lowStock: sees("lowStock") ? await findLowStock(context) : null,
    waitedFor: sees("lowStock") ? await findWaitedFor(context, NAMED) : null,
    sales: actorMay(context.actor, "reports.view") ? await readTodaysSales(context) : null,
  };
});

/** The Today page; a part is null for anyone who may not see it. */
export type Today = Awaited<ReturnType<typeof readToday>>;

function oldestToPack({ em }: Context) {
  return ordersOf(em.fork())
    .where(condition`${sql.raw(isToPack)}`)
    .orderBy("o.created_at")
    .orderBy("o.id")
    .limit(NAMED)
    .select((o) => [
      "o.id",
      "o.invoice_number as invoiceNumber",
      "o.customer_name as customerName",
      isoTime(o.ref("o.created_at")).as("createdAt"),
    ])
    .execute();
}

function oldestEnquiries({ em }: Context) {
  return typedSql(em.fork())
    .selectFrom("enquiry")
    .where("answered_at", "is", null)
    .orderBy("id")
    .limit(NAMED)
    .select(({ ref }) => ["id", "name", "subject", isoTime(ref("created_at")).as("createdAt")])
    .execute();
}
