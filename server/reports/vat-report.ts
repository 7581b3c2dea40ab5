import { z } from "zod";
import { monthSchema } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { monthAway } from "#server/core/shop-time.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";

/** The length of one period of the report; the first is the default. */
export const vatPeriods = ["quarter", "month", "year"] as const;

type VatPeriodLength = (typeof vatPeriods)[number];

const monthsOf: Record<VatPeriodLength, number> = { month: 1, quarter: 3, year: 12 };

/**
 * What the VAT report covers, as its address says it; what makes no sense becomes its default. Quarters and years begin
 * with the month `from`, so that they are those of the business's own VAT returns.
 */
export const vatReportQuery = listQuery(
  z.object({
    by: z.enum(vatPeriods).catch("quarter").default("quarter"),
    from: monthSchema.optional().catch(undefined),
    to: monthSchema.optional().catch(undefined),
  }),
);

export type VatReportQuery = z.output<typeof vatReportQuery.schema>;

/** Invoiced, credited, and the difference. */
export interface VatFigures {
  sales: VatAmount;
  /** By credit notes, less what debit notes took back of them. */
  credited: VatAmount;
  due: VatAmount;
}

const amountSchema = z.object({
  net: z.number(),
  vat: z.number(),
  gross: z.number(),
  /** At the rates that the documents are frozen with, as a VAT return asks for it. */
  netInPounds: z.number(),
  vatInPounds: z.number(),
});
type VatAmount = z.infer<typeof amountSchema>;

interface VatRateFigures extends VatFigures {
  vatRate: BasisPoints;
}

export interface VatPeriod {
  /** First and last month, both included: "2026-09", "2026-11". */
  from: string;
  to: string;
  /** The highest rate first; empty in a period without documents. */
  rates: VatRateFigures[];
  total: VatFigures;
  /** Of its invoices, those whose tax point lies before the period: money that was found later than it came. */
  earlier: VatAmount;
}

/** What invoices, credit notes or debit notes of one month came to at one rate. */
export const vatMonthSchema = amountSchema.extend({
  month: z.string(),
  kind: z.enum(["sale", "credit", "debit"]),
  vatRate: z.number(),
});
type VatMonth = z.infer<typeof vatMonthSchema>;

/** What invoices of one month came to whose tax point lies on an earlier day. */
export const lateInvoicesSchema = amountSchema.extend({ month: z.string(), taxPointMonth: z.string() });
export type LateInvoices = z.infer<typeof lateInvoicesSchema>;

/** One period made of the sums of its months. */
export function vatPeriodOf(
  from: string,
  to: string,
  sums: readonly VatMonth[],
  late: readonly LateInvoices[],
): VatPeriod {
  const within = sums.filter(({ month }) => from <= month && month <= to);
  const rates = [...new Set(within.map(({ vatRate }) => vatRate))].sort((a, b) => b - a);
  return {
    from,
    to,
    rates: rates.map((vatRate) => ({
      vatRate,
      ...figuresOf(within.filter((sum) => sum.vatRate === vatRate)),
    })),
    total: figuresOf(within),
    earlier: added(
      late.filter(({ month, taxPointMonth }) => from <= month && month <= to && taxPointMonth < from),
    ),
  };
}

/** The first months of the periods between two months. */
export function periodStarts(by: VatPeriodLength, from: string, to: string): string[] {
  const starts: string[] = [];
  for (let month = from; month <= to; month = monthAway(month, monthsOf[by])) starts.push(month);
  return starts;
}

/** The last month of a period, which the report's own end may cut short. */
export function periodEnd(by: VatPeriodLength, start: string, to: string): string {
  const end = monthAway(start, monthsOf[by] - 1);
  return end < to ? end : to;
}

function figuresOf(sums: readonly VatMonth[]): VatFigures {
  const sales = added(sums.filter(({ kind }) => kind === "sale"));
  const credits = added(sums.filter(({ kind }) => kind === "credit"));
  const debits = added(sums.filter(({ kind }) => kind === "debit"));
  const credited = less(credits, debits);
  return { sales, credited, due: less(sales, credited) };
}

function less(from: VatAmount, taken: VatAmount): VatAmount {
  return amountOf((name) => from[name] - taken[name]);
}

function added(sums: readonly VatAmount[]): VatAmount {
  return amountOf((name) => sums.reduce((sum, each) => sum + each[name], 0));
}

function amountOf(part: (name: keyof VatAmount) => Pence): VatAmount {
  return {
    net: part("net"),
    vat: part("vat"),
    gross: part("gross"),
    netInPounds: part("netInPounds"),
    vatInPounds: part("vatInPounds"),
  };
}
