import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway } from "#server/core/month.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { forEachProvider } from "#server/payments/provider-list.ts";
import { type CurrencyCode, codeOf, currencyCodes } from "#server/pricing/money.ts";
import { notedStatement, readStatement } from "./ledger-sums.ts";
import { type LedgerDay, type LedgerFigures, type LedgerMonth, receivedInAll } from "./ledger-view.ts";

interface AskedLedger {
  /** Such as 2026-11. */
  month: string;
  /** The shop's unless another is asked for. */
  currency?: CurrencyCode | undefined;
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
 * The ledger of one month in one currency, added up by the database and kept there by the day: what came on each day and what became of
 * it. What came is read from the payments, what it bought from the orders, what went back from refunds and disputes; that the four agree is
 * not built in, so a mistake anywhere shows as a difference. Definitions: docs/payments.md.
 * @throws ShopError `unauthenticated` or `forbidden`
 */
export const readLedger = read(
  "reconciliation.view",
  async (context: Context, { month, ...asked }: AskedLedger): Promise<LedgerMonth> => {
    const [from, to] = [`${month}-01`, `${monthAway(month, 1)}-01`];
    const own = codeOf(context.settings.currency);
    const currency = asked.currency ?? own;
    const rows = await readDays(context, from, to);
    const days = rows
      .filter((row) => row.currency === currency)
      .map(({ currency: _, ...figures }) => ({ ...figures, difference: differenceOf(figures) }));
    const others = rows.filter((row) => row.currency !== currency);
    return {
      currency,
      currencies: currencyCodes.filter(
        (code) => code === own || code === currency || others.some((row) => row.currency === code),
      ),
      month,
      days,
      total: totalOf(days),
      foreignPayments: others.reduce((sum, { payments }) => sum + payments, 0),
    };
  },
);

const notedSchema = z.object({ day: z.string() });

/**
 * Changes noted during this read are left for the next one; days added up meanwhile are calculated again all the
 * same: the figures are those of the moment when the notes were read, or later.
 */
async function readDays(context: Context, from: string, to: string) {
  const em = context.em.fork();
  const noted = await rawRows(em, notedSchema, notedStatement, [from, to]);
  return rawRows(em, daySchema, readStatement(noted.length), [...noted.map(({ day }) => day), from, to]);
}

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
