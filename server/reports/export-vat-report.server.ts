import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type CsvCell, csvPieces } from "#server/core/csv.ts";
import { monthAway } from "#server/core/month.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { findVatReport } from "./find-vat-report.server.ts";
import type { VatPeriod, VatReportQuery } from "./vat-report.ts";

/** The VAT rate is in percent, money in pounds. */
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
] as const;

/**
 * The VAT report as a CSV file in pieces, a row for each period and rate.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function exportVatReport(
  context: Context,
  query: VatReportQuery,
): Promise<AsyncGenerator<string>> {
  requirePermission(context, "reports.export");
  const { periods } = await findVatReport(context, query);
  return csvPieces(vatCsvColumns, batches(periods));
}

async function* batches(periods: readonly VatPeriod[]): AsyncGenerator<CsvCell[][]> {
  yield periods.flatMap(csvRows);
}

function csvRows({ from, to, rates }: VatPeriod): CsvCell[][] {
  return rates.map(({ vatRate, sales, credited, due }) => [
    `${from}-01`,
    lastDayOf(to),
    vatRate / 100,
    ...[sales, credited, due].flatMap(({ net, vat, gross }) => [net, vat, gross].map(penceToDecimal)),
  ]);
}

/** "2026-02" → "2026-02-28" */
function lastDayOf(month: string): string {
  const next = new Date(`${monthAway(month, 1)}-01T00:00:00Z`);
  next.setUTCDate(0);
  return next.toISOString().slice(0, 10);
}
