import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway } from "#server/core/shop-time.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { allLive, liveMoment, readFigures } from "#server/orders/figures.server.ts";
import { forEachProvider } from "#server/payments/provider-list.ts";
import { codeOf } from "#server/pricing/money.ts";
import { type LedgerDay, type LedgerFigures, type LedgerMonth, receivedInAll } from "./ledger-view.ts";

interface AskedLedger {
  /** Such as 2026-11. */
  month: string;
  /** Nothing of it as of the last renewal: for an audit. */
  isLive?: true;
}

/** The database's sums are 64-bit and arrive as text. */
const sum = z.coerce.number().int();
const daySchema = z.object({
  day: z.string(),
  /** A provider that took nothing on the day is not in it. */
  received: z
    .record(z.string(), sum)
    .transform((received) => forEachProvider((provider) => received[provider] ?? 0)),
  payments: sum,
  kept: sum,
  orders: sum,
  refunded: sum,
  disputed: sum,
  unmatched: sum,
  unmatchedPayments: sum,
  refundsMade: sum,
  byHand: sum,
  ordersByHand: sum,
  currency: z.string(),
});

/**
 * The ledger of one month: what came on each day and what became of it, today live and earlier days as of the last
 * renewal. What came is read from the payments, what it bought from the orders, what went back from refunds and disputes; that the four agree is
 * not built in, so a mistake anywhere shows as a difference. Definitions: docs/payments.md.
 * @throws ShopError `unauthenticated` or `forbidden`
 */
export const readLedger = read(
  "reconciliation.view",
  async (context: Context, { month, isLive }: AskedLedger): Promise<LedgerMonth> => {
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
      days,
      total: totalOf(days),
      foreignPayments: foreign.reduce((sum, { payments }) => sum + payments, 0),
    };
  },
);

function differenceOf(figures: Omit<LedgerFigures, "difference">): number {
  const { received, kept, refunded, disputed, unmatched } = figures;
  return receivedInAll({ received }) - kept - refunded - disputed - unmatched;
}

const nothing: LedgerFigures = {
  received: forEachProvider(() => 0),
  payments: 0,
  kept: 0,
  orders: 0,
  refunded: 0,
  disputed: 0,
  unmatched: 0,
  unmatchedPayments: 0,
  difference: 0,
  refundsMade: 0,
  byHand: 0,
  ordersByHand: 0,
};

function totalOf(days: readonly LedgerDay[]): LedgerFigures {
  return days.reduce<LedgerFigures>(
    (total, day) => ({
      received: forEachProvider((provider) => total.received[provider] + day.received[provider]),
      payments: total.payments + day.payments,
      kept: total.kept + day.kept,
      orders: total.orders + day.orders,
      refunded: total.refunded + day.refunded,
      disputed: total.disputed + day.disputed,
      unmatched: total.unmatched + day.unmatched,
      unmatchedPayments: total.unmatchedPayments + day.unmatchedPayments,
      // Two days with opposite errors are both wrong.
      difference: total.difference + Math.abs(day.difference),
      refundsMade: total.refundsMade + day.refundsMade,
      byHand: total.byHand + day.byHand,
      ordersByHand: total.ordersByHand + day.ordersByHand,
    }),
    nothing,
  );
}
