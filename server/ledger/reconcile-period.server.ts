import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { monthAway } from "#server/core/month.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { type LedgerDay, receivedInAll } from "./ledger-view.ts";
import { countUnmatched } from "./list-unmatched.server.ts";
import { readLedger } from "./read-ledger.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { dayAway, type PeriodDays } from "./reconcile-period.ts";
import { reconciliationText } from "./reconciliation.ts";

const boundsSchema = z.object({ from: z.coerce.date(), to: z.coerce.date() });

/**
 * Compares the providers' lists of some days (Europe/London, the last included) with our books, and our books with
 * themselves.
 * @throws as `reconcile`
 */
export async function reconcilePeriod(
  context: Context,
  days: PeriodDays,
): Promise<{ agrees: boolean; text: string }> {
  const period = await rawRow(
    context.em,
    boundsSchema,
    `select ?::timestamp at time zone 'Europe/London' as "from", ?::timestamp at time zone 'Europe/London' as "to"`,
    [days.from, dayAway(days.to, 1)],
  );
  const compared = await reconcile(context, period);
  const books = await readDays(context, days);
  const waiting = await countUnmatched(context);
  const wrong = books.filter(({ difference }) => difference !== 0);
  const text = [
    `${days.from} to ${days.to}, the providers' lists beside this shop's books:`,
    reconciliationText(compared),
    booksText(books),
    ...wrong.map(({ day, difference }) => `- ${day}: ${formatPounds(difference)} is not accounted for.`),
    ...(waiting > 0 ? [`${waiting} unmatched to act on, whatever their day: /admin?tab=reconciliation`] : []),
  ].join("\n");
  return { agrees: compared.gaps.length === 0 && wrong.length === 0, text };
}

async function readDays(context: Context, { from, to }: PeriodDays): Promise<LedgerDay[]> {
  const days: LedgerDay[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAway(month, 1)) {
    const ledger = await readLedger(context, month);
    days.push(...ledger.days.filter(({ day }) => day >= from && day <= to));
  }
  return days;
}

function booksText(days: readonly LedgerDay[]): string {
  const sum = (figure: (day: LedgerDay) => number) =>
    formatPounds(days.reduce((total, day) => total + figure(day), 0));
  const received = sum(receivedInAll);
  const parts = [
    `${sum(({ kept }) => kept)} kept by orders`,
    `${sum(({ refunded }) => refunded)} refunded`,
    `${sum(({ disputed }) => disputed)} lost in disputes`,
    `${sum(({ unmatched }) => unmatched)} unmatched`,
  ];
  return `Books: ${received} received = ${parts.join(" + ")}.`;
}
