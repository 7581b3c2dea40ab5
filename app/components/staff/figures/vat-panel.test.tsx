import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { VatReport } from "#server/reports/find-vat-report.server.ts";
import type { VatFigures, VatPeriod } from "#server/reports/vat-report.ts";
import { VatTable } from "./vat-panel.tsx";

/* Shows what each rate of VAT comes to, and sums the rates of a period that has several. */

const nothing = { net: 0, vat: 0, gross: 0, netInPounds: 0, vatInPounds: 0 };
const figuresOf = (gross: number): VatFigures => {
  const sales = { net: gross, vat: 0, gross, netInPounds: gross, vatInPounds: 0 };
  return { sales, credited: nothing, due: sales };
};

function periodWith(...vatRates: number[]): VatPeriod {
  const rates = vatRates.map((vatRate, index) => ({ vatRate, ...figuresOf((index + 1) * 100) }));
  const sum = rates.reduce((gross, { due }) => gross + due.gross, 0);
  return { from: "2026-09", to: "2026-11", rates, total: figuresOf(sum), earlier: nothing };
}

const rowsOf = (period: VatPeriod) => {
  const report = {
    currency: "gbp" as const,
    asOf: null,
    by: "quarter" as const,
    from: period.from,
    to: period.to,
    periods: [period],
    whole: period,
    months: [],
  } satisfies VatReport;
  return [
    ...renderToStaticMarkup(<VatTable report={report} />).matchAll(/<tr[^>]*>((?:(?!<\/tr>).)*)<\/tr>/g),
  ].map(([, row = ""]) => row.replace(/<[^>]*>/g, " "));
};

it("sums the rates of a period that has several", () => {
  const rows = rowsOf(periodWith(2000, 500));
  expect(rows.filter((row) => row.includes("All rates"))).toEqual([expect.stringContaining("£3.00")]);
});

it("shows a period with one rate in one row", () => {
  const rows = rowsOf(periodWith(2000));
  expect(rows.filter((row) => row.includes("20%"))).toHaveLength(1);
  expect(rows.join()).not.toContain("All rates");
});

it("shows a period without any document as nothing at all rates", () => {
  expect(rowsOf(periodWith()).filter((row) => row.includes("All rates"))).toEqual([
    expect.stringContaining("£0.00"),
  ]);
});
