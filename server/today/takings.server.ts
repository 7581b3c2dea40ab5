import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { codeOf } from "#server/pricing/money.ts";
import type { DayOfTakings, Takings } from "./today-view.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK = 7;

/** The database's sums are 64-bit and arrive as text. */
const takenSchema = z.object({ orders: z.coerce.number(), taken: z.coerce.number() });
const daySchema = takenSchema.extend({ day: z.string() });

/** Cancelled orders count as orders, so that a figure is that of its list; no money of theirs does. */
const TAKEN = `coalesce(sum(orders), 0) as orders,
  coalesce(sum(revenue - refunded) filter (where status <> 'cancelled'), 0) as taken`;

/**
 * What was taken today, on the same day last week and in the last seven days, by the shop's own days.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const readTakings = read("reports.view", async (context: Context): Promise<Takings> => {
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
  const on = (daysAgo: number): DayOfTakings => {
    const day = new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString().slice(0, 10);
    return rows.find((row) => row.day === day) ?? { day, orders: 0, taken: 0 };
  };
  const days = (from: number) => Array.from({ length: WEEK }, (_, index) => on(from + index));
  return {
    currency,
    today: on(0),
    lastWeekUntilNow,
    lastWeek: on(WEEK),
    sevenDays: days(0),
    sevenDaysBefore: sumOf(days(WEEK)),
  };
});

function sumOf(days: readonly DayOfTakings[]) {
  return days.reduce(
    (sum, { orders, taken }) => ({ orders: sum.orders + orders, taken: sum.taken + taken }),
    { orders: 0, taken: 0 },
  );
}
