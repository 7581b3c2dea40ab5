import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { monthAway, monthOf } from "#server/core/shop-time.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { type Figures, readFigures, vatByDay } from "#server/orders/figures.server.ts";
import { type CurrencyCode, codeOf, nameOf, penceToDecimal } from "#server/pricing/money.ts";
import {
  type LateInvoices,
  lateInvoicesSchema,
  periodEnd,
  periodStarts,
  type VatPeriod,
  type VatReportQuery,
  vatMonthSchema,
  vatPeriodOf,
} from "./vat-report.ts";

/** How many years before the current one are shown when no month is requested. */
const QUARTERS_BEFORE = 3;

/**
 * VAT by rate and period as in the documents: an invoice, a credit note and a debit note each on the day it was issued
 * (London time), for good. Today's live, earlier ones as of the last renewal.
 */
export const findVatReport = read("reports.view", async (context: Context, query: VatReportQuery) => {
  const { by } = query;
  const thisMonth = monthOf(context.clock.now());
  const [from, to] = rangeOf(query, thisMonth);
  const figures = await readFigures(context.em);
  const sums = await rawRows(
    context.em,
    vatMonthSchema,
    `select to_char(day, 'YYYY-MM') as month, kind, vat_rate as "vatRate", sum(net)::float8 as net,
            sum(vat)::float8 as vat, sum(gross)::float8 as gross, sum(net_in_pounds)::float8 as "netInPounds",
            sum(vat_in_pounds)::float8 as "vatInPounds"
     from ${vatByDay(figures)} sums where day >= ?::date and day < ?::date group by 1, 2, 3`,
    [`${from}-01`, `${monthAway(to, 1)}-01`],
  );
  const late = await findLateInvoices(context, from, to);
  const period = (start: string, end: string) => vatPeriodOf(start, end, sums, late);
  return {
    currency: codeOf(context.settings.currency),
    asOf: figures.asOf,
    by,
    from,
    to,
    /** Oldest first. */
    periods: periodStarts(by, from, to).map((start) => period(start, periodEnd(by, start, to))),
    whole: period(from, to),
    /** The periods to choose from, the newest first. */
    months: await monthsToChoose(context, figures, from, thisMonth),
  };
});

export type VatReport = Awaited<ReturnType<typeof findVatReport>>;

/** Few, by an index of their own: docs/decisions/031. */
function findLateInvoices({ em }: Context, from: string, to: string): Promise<LateInvoices[]> {
  return rawRows(
    em,
    lateInvoicesSchema,
    `select to_char(sales_day_of(created_at), 'YYYY-MM') as month,
            to_char(sales_day_of(tax_point_at), 'YYYY-MM') as "taxPointMonth",
            sum(part.gross - part.vat)::float8 as net, sum(part.vat)::float8 as vat, sum(part.gross)::float8 as gross,
            sum(in_pounds(part.gross - part.vat, sterling_rate))::float8 as "netInPounds",
            sum(in_pounds(part.vat, sterling_rate))::float8 as "vatInPounds"
     from customer_order bought
     cross join lateral (
       select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = bought.id
     ) lines
     cross join lateral vat_by_rate(shipping_cost, rates, totals) part
     where sales_day_of(tax_point_at) < sales_day_of(created_at)
       and created_at >= ?::timestamp at time zone 'Europe/London'
       and created_at < ?::timestamp at time zone 'Europe/London'
     group by 1, 2`,
    [`${from}-01`, `${monthAway(to, 1)}-01`],
  );
}

/** The months requested, in order and not in the future; else the last four calendar quarters. */
function rangeOf({ from, to }: VatReportQuery, thisMonth: string): [string, string] {
  const quarter = monthAway(thisMonth, -((Number(thisMonth.slice(5)) - 1) % 3));
  const usual = monthAway(quarter, -3 * QUARTERS_BEFORE);
  const [first = usual, last = thisMonth] = [from ?? usual, to ?? thisMonth].sort();
  return [first < thisMonth ? first : thisMonth, last < thisMonth ? last : thisMonth];
}

const firstSchema = z.object({ first: z.string().nullable() });

/** From the January before the first document, so that any quarter can begin. */
async function monthsToChoose(
  { em }: Context,
  figures: Figures,
  from: string,
  thisMonth: string,
): Promise<string[]> {
  const earliest = await rawRow(
    em,
    firstSchema,
    `select to_char(min(day), 'YYYY-01') as first from ${vatByDay(figures)} sums`,
  );
  const january = `${thisMonth.slice(0, 4)}-01`;
  const first = [earliest.first ?? january, from, january].sort()[0] ?? january;
  return periodStarts("month", first, thisMonth).reverse();
}

/** The VAT rate is in percent, money in `currency`, but for what says that it is in pounds. */
export const vatCsvColumns = [
  "from",
  "to",
  "vatRate",
  "salesNet",
  "salesVat",
  "salesGross",
  "creditedNet",
  "creditedVat",
  "creditedGross",
  "net",
  "vat",
  "gross",
  "currency",
  "netInPounds",
  "vatInPounds",
] as const;

/** The VAT report as a CSV file in pieces, a row for each period and rate. */
export const exportVatReport = read(
  "reports.export",
  async (context: Context, query: VatReportQuery): Promise<AsyncGenerator<string>> => {
    const { periods, currency } = await findVatReport(context, query);
    return csvPieces(vatCsvColumns, [periods.flatMap((period) => csvRows(period, currency))]);
  },
);

function csvRows({ from, to, rates }: VatPeriod, currency: CurrencyCode): CsvCell[][] {
  return rates.map(({ vatRate, sales, credited, due }) => [
    `${from}-01`,
    lastDayOf(to),
    vatRate / 100,
    ...[sales, credited, due].flatMap(({ net, vat, gross }) => [net, vat, gross].map(penceToDecimal)),
    nameOf(currency),
    ...[due.netInPounds, due.vatInPounds].map(penceToDecimal),
  ]);
}

/** "2026-02" → "2026-02-28" */
function lastDayOf(month: string): string {
  const next = new Date(`${monthAway(month, 1)}-01T00:00:00Z`);
  next.setUTCDate(0);
  return next.toISOString().slice(0, 10);
}
