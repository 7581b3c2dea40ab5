import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway } from "#server/core/shop-time.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { allLive, liveMoment, readFigures } from "#server/orders/figures.server.ts";
import { forEachProvider } from "#server/payments/provider-list.ts";
import { codeOf, type Pence } from "#server/pricing/money.ts";
import { receivedInAll } from "./ledger.ts";

interface AskedLedger {
  /** Such as 2026-11. */
  month: string;
  /** Nothing of it as of the last renewal: for an audit. */
  isLive?: true;
}

/** The database's sums are 64-bit and arrive as text. */
const sum = z.coerce.number().int();
const sums = {
  payments: sum,
  /** The orders' totals less their refunds; includes orders that claim a payment nobody received. */
  kept: sum,
  orders: sum,
  /** Refunded, or on its way back, of this day's payments, whenever and by whomever. */
  refunded: sum,
  /** Lost in disputes of this day's payments. */
  disputed: sum,
  /** Money that has neither bought an order nor gone back. */
  unmatched: sum,
  unmatchedPayments: sum,
  /** Not part of the sum: refunds made on this day, of any day's payments. */
  refundsMade: sum,
  /** Not part of the sum: orders paid this day past the providers (cash, bank, demo data), as they were recorded. */
  byHand: sum,
  ordersByHand: sum,
};
const daySchema = z.object({
  day: z.string(),
  /** A provider that took nothing on the day is not in it. */
  received: z
    .record(z.string(), sum)
    .transform((received) => forEachProvider((provider) => received[provider] ?? 0)),
  ...sums,
  currency: z.string(),
});

/**
 * The money that came on one day (Europe/London), and what became of it until now. Always
 * received, all providers together = kept + refunded + disputed + unmatched; `difference` is what is missing of that, so
 * it is 0.
 */
export type LedgerFigures = Omit<z.output<typeof daySchema>, "day" | "currency"> & { difference: Pence };

export type LedgerDay = LedgerFigures & { day: string };

/**
 * The ledger of one month: what came on each day and what became of it, today live and earlier days as of the last
 * renewal. What came is read from the payments, what it bought from the orders, what went back from refunds and
 * disputes; that the four agree is not built in, so a mistake anywhere shows as a difference. Definitions:
 * docs/payments.md.
 */
export const readLedger = read(
  "reconciliation.view",
  async (context: Context, { month, isLive }: AskedLedger) => {
    const [from, to] = [`${month}-01`, `${monthAway(month, 1)}-01`];
    const currency = codeOf(context.settings.currency);
    const figures = isLive ? allLive : await readFigures(context.em);
    const midnight = "?::date::timestamp at time zone 'Europe/London'";
    const columns = `sum(payments) as payments, sum(kept) as kept, sum(orders) as orders,
      sum(refunded) as refunded, sum(disputed) as disputed, sum(unmatched) as unmatched,
      sum(unmatched_payments) as "unmatchedPayments", sum(refunds_made) as "refundsMade", sum(by_hand) as "byHand",
      sum(orders_by_hand) as "ordersByHand"`;
    const rows = await rawRows(
      context.em,
      daySchema,
      `with entry as (
         select * from ledger_by_day where day >= ?::date and day < ?::date and day < '${figures.liveFrom}'::date
         union all
         select sales_day_of(at), currency, provider, received, payments, kept, orders, refunded, disputed, unmatched,
                unmatched_payments, refunds_made, by_hand, orders_by_hand
         from ledger_entry where at >= ${midnight} and at < ${midnight} and at >= ${liveMoment(figures)}
       ),
       by_provider as (
         select day, currency, jsonb_object_agg(provider, received) as received
         from (select day, currency, provider, sum(received) as received from entry group by 1, 2, 3) sums group by 1, 2
       )
       select to_char(day, 'YYYY-MM-DD') as day, currency, by_provider.received, ${columns}
       from entry join by_provider using (day, currency) group by 1, 2, 3 order by 1 desc, 2`,
      [from, to, from, to],
    );
    const days = rows
      .filter((row) => row.currency === currency)
      .map(({ currency: _, ...figures }) => ({ ...figures, difference: differenceOf(figures) }));
    const foreign = rows.filter((row) => row.currency !== currency);
    return {
      currency,
      asOf: figures.asOf,
      month,
      /** Days with any figures, the newest first. */
      days,
      total: totalOf(days),
      /** Payments of this month in other currencies: not in any figure, but among the unmatched. */
      foreignPayments: foreign.reduce((sum, { payments }) => sum + payments, 0),
    };
  },
);

export type LedgerMonth = Awaited<ReturnType<typeof readLedger>>;

function differenceOf(figures: Omit<LedgerFigures, "difference">): number {
  const { received, kept, refunded, disputed, unmatched } = figures;
  return receivedInAll({ received }) - kept - refunded - disputed - unmatched;
}

function totalOf(days: readonly LedgerDay[]): LedgerFigures {
  const total = (figure: (day: LedgerDay) => number) => days.reduce((sum, day) => sum + figure(day), 0);
  const names = Object.keys(sums) as (keyof typeof sums)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, total((day) => day[name])])) as Record<
      keyof typeof sums,
      number
    >),
    received: forEachProvider((provider) => total(({ received }) => received[provider])),
    // Two days with opposite errors are both wrong.
    difference: total(({ difference }) => Math.abs(difference)),
  };
}
