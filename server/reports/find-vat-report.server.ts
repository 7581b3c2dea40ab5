import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { monthAway, monthOf } from "#server/core/month.ts";
import {
  periodEnd,
  periodStarts,
  type VatMonth,
  type VatReport,
  type VatReportQuery,
  vatPeriodOf,
} from "./vat-report.ts";

/** The sums and what has happened since they were last added up: exact at any moment. */
const vatByDay = `(
  select day, kind, vat_rate, net, vat, gross from vat_day
  union all
  select day, kind, vat_rate, net, vat, gross from vat_day_change
)`;

/** Those of the running year and so many before it, when no month is asked for. */
const QUARTERS_BEFORE = 3;

/**
 * VAT by rate and period as invoices and credit notes say it: an invoice on the day it was issued, unless it was
 * cancelled before anybody paid, a credit note on its own day (London time). From sums that the database keeps.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function findVatReport(context: Context, query: VatReportQuery): Promise<VatReport> {
  requirePermission(context, "reports.view:any");
  const { by } = query;
  const thisMonth = monthOf(context.clock.now());
  const [from, to] = rangeOf(query, thisMonth);
  const sums = await context.em.execute<VatMonth[]>(
    `select to_char(day, 'YYYY-MM') as month, kind, vat_rate as "vatRate", sum(net)::float8 as net,
            sum(vat)::float8 as vat, sum(gross)::float8 as gross
     from ${vatByDay} sums where day >= ?::date and day < ?::date group by 1, 2, 3`,
    [`${from}-01`, `${monthAway(to, 1)}-01`],
  );
  return {
    by,
    from,
    to,
    periods: periodStarts(by, from, to).map((start) => vatPeriodOf(start, periodEnd(by, start, to), sums)),
    whole: vatPeriodOf(from, to, sums),
    months: await monthsToChoose(context, from, thisMonth),
  };
}

/** The months asked for, in their order and not in the future; else the last four quarters of the calendar. */
function rangeOf({ from, to }: VatReportQuery, thisMonth: string): [string, string] {
  const quarter = monthAway(thisMonth, -((Number(thisMonth.slice(5)) - 1) % 3));
  const usual = monthAway(quarter, -3 * QUARTERS_BEFORE);
  const [first = usual, last = thisMonth] = [from ?? usual, to ?? thisMonth].sort();
  return [first < thisMonth ? first : thisMonth, last < thisMonth ? last : thisMonth];
}

/** From the January in or before which the first paper was issued, so that any quarter can begin. */
async function monthsToChoose({ em }: Context, from: string, thisMonth: string): Promise<string[]> {
  const [found] = await em.execute<{ first: string | null }[]>(
    `select to_char(least((select min(day) from vat_day), (select min(day) from vat_day_change)), 'YYYY-01') as first`,
  );
  const january = `${thisMonth.slice(0, 4)}-01`;
  const first = [found?.first ?? january, from, january].sort()[0] ?? january;
  return periodStarts("month", first, thisMonth).reverse();
}
