import { Link } from "@remix-run/react";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { capitalised } from "#app/components/staff/kit/staff-list.tsx";
import { displayCount, displayDecimal, displayMonth, displayShort } from "#app/lib/display.ts";
import { orderListPath } from "#server/orders/order-search.ts";
import { currencySign, formatMoney } from "#server/pricing/money.ts";
import { type ChartSpan, changeFrom } from "#server/reports/analytics.ts";
import type { Analytics, SalesFigures, SalesOfPeriod } from "#server/reports/find-analytics.server.ts";
import { PeriodChart, type PeriodColumn } from "./period-chart.tsx";

/** More columns than these get the whole width. */
const MOST_IN_HALF = 12;

interface SalesChartsProps {
  analytics: Analytics;
  labels: PeriodLabels;
}

/** What was kept, the average order and the CO₂, each beside what it was before. */
export function SalesCharts({ analytics: { sales, currency }, labels }: SalesChartsProps) {
  const money = (amount: number) => formatMoney(amount, currency);
  const scale = (amount: number) => `${currencySign(currency)}${displayShort(amount / 100)}`;
  const unit = labels.unit.toLowerCase();
  const shared = { legend: { now: labels.now, before: capitalised(labels.before) } };
  const wide = "lg:col-span-2";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-soft">Each column opens the orders of its {unit}.</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <PeriodChart
          {...shared}
          title={`Revenue by ${unit}`}
          note="Excluding cancelled and refunded"
          scale={scale}
          columns={columnsOf(sales, ({ kept }) => ({ value: kept, display: money(kept) }))}
          className={wide}
        />
        <PeriodChart
          {...shared}
          title={`Average order by ${unit}`}
          note="All order totals, divided by their number"
          scale={scale}
          columns={columnsOf(sales, ({ averageOrder }) => ({
            value: averageOrder ?? 0,
            display: averageOrder === null ? "no orders" : money(averageOrder),
          }))}
          className={sales.length > MOST_IN_HALF ? wide : undefined}
        />
        {currency === "gbp" && (
          <PeriodChart
            {...shared}
            title={`CO₂ by ${unit}`}
            note="0.36 kg for each pound kept, as on the community page"
            scale={(kg) => `${displayShort(kg)} kg`}
            columns={columnsOf(sales, ({ co2Kg }) => ({
              value: co2Kg ?? 0,
              display: `${displayDecimal(co2Kg ?? 0)} kg`,
            }))}
            className={sales.length > MOST_IN_HALF ? wide : undefined}
          />
        )}
      </div>
    </div>
  );
}

function columnsOf(
  sales: readonly SalesOfPeriod[],
  shown: (figures: SalesFigures) => { value: number; display: string },
): PeriodColumn[] {
  return sales.map((each): PeriodColumn => {
    const now = shown(each);
    const before = each.before && { name: displayPeriod(each.before.period), ...shown(each.before) };
    const change = before && !each.isRunning ? changeFrom(before.value, now.value) : null;
    return {
      key: each.period,
      label: displayPeriodShort(each.period),
      name: displayPeriod(each.period) + (each.isRunning ? ", so far" : ""),
      ...now,
      before,
      change: change === null ? null : displayChange(change),
      to: orderListPath({ from: each.from, to: each.to }),
    };
  });
}

interface SalesTableProps {
  analytics: Analytics;
  labels: PeriodLabels;
}

/** A period in the table, or all of them together. */
interface Shown {
  now: SalesFigures;
  before: SalesFigures | null;
  /** None of all together. */
  period?: SalesOfPeriod;
}

/** The numbers of the charts, the newest first; below each that of the line, in smaller type. */
export function SalesTable({ analytics: { sales, together, currency }, labels }: SalesTableProps) {
  const money = (amount: number | null) => (amount === null ? "–" : formatMoney(amount, currency));
  const weight = (kg: number | null) => (kg === null ? "–" : `${displayDecimal(kg)} kg`);
  const right = { className: "py-1.5! text-right whitespace-nowrap", headClassName: "text-right" };
  const both = (head: string, textOf: (figures: SalesFigures) => string): Column<Shown> => ({
    head,
    cell: ({ now, before }) => (
      <>
        <span>{textOf(now)}</span>
        <Before text={before && textOf(before)} labels={labels} />
      </>
    ),
    ...right,
  });
  return (
    <section aria-labelledby="numbers" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h3 id="numbers" className="font-text text-base font-medium">
          {labels.title}
        </h3>
        <p className="text-sm text-ink-soft">Below each figure in smaller type: {labels.before}.</p>
      </div>
      <DataTable<Shown>
        caption={`The numbers of the charts, ${labels.title.toLowerCase()}`}
        className="tabular-nums"
        rows={[...sales].reverse().map((period) => ({ now: period, before: period.before, period }))}
        foot={together}
        keyOf={({ period }) => period?.period ?? "together"}
        columns={[
          {
            head: labels.unit,
            cell: ({ period }) => (period ? <Period period={period} labels={labels} /> : "Together"),
            isRowHead: true,
            className: "align-top font-normal! whitespace-nowrap in-[tfoot]:font-medium!",
          },
          both("Orders", ({ orders }) => displayCount(orders)),
          both("All order totals", ({ revenue }) => money(revenue)),
          both("Excluding cancelled and refunded", ({ kept }) => money(kept)),
          { head: "Change", cell: ({ period }) => (period && changeOf(period)) ?? "–", ...right },
          both("Average order", ({ averageOrder }) => money(averageOrder)),
          both("CO₂", ({ co2Kg }) => weight(co2Kg)),
        ]}
      />
    </section>
  );
}

function Period({
  period: { period, from, to, before },
  labels,
}: {
  period: SalesOfPeriod;
  labels: PeriodLabels;
}) {
  return (
    <>
      <Link to={orderListPath({ from, to })} className="underline">
        {displayPeriod(period)}
      </Link>
      <Before text={before && displayPeriod(before.period)} labels={labels} />
    </>
  );
}

/** "+12.5%" of what was kept; of a month or a day that is not over there is none yet. */
function changeOf({ kept, before, isRunning }: SalesOfPeriod): string | null {
  if (isRunning) return "so far";
  const change = before && changeFrom(before.kept, kept);
  return change === null ? null : displayChange(change);
}

function Before({ text, labels }: { text: string | null; labels: PeriodLabels }) {
  return (
    <span className="block text-xs font-normal text-ink-soft">
      {text !== null && <span className="sr-only">{labels.short}: </span>}
      <span>{text ?? "–"}</span>
    </span>
  );
}

/** How the charts and their table call what they show. */
export interface PeriodLabels {
  title: string;
  unit: string;
  now: string;
  /** What they are compared with. */
  before: string;
  /** The same for anyone who hears it before each figure. */
  short: string;
}

const byMonth: PeriodLabels = {
  title: "Month by month",
  unit: "Month",
  now: "Each month",
  before: "the same month of the year before",
  short: "the year before",
};

const byDay: PeriodLabels = {
  title: "Day by day",
  unit: "Day",
  now: "Each day",
  before: "the same day of the week four weeks before",
  short: "four weeks before",
};

export function periodLabels(span: ChartSpan): PeriodLabels {
  return span === "days" ? byDay : byMonth;
}

/** "2026-11" as "Nov 2026", "2026-11-24" as "Tue 24 Nov". */
function displayPeriod(period: string): string {
  return isMonth(period) ? displayMonth(period) : displayDay(period);
}

/** The same in as few characters as a scale has room for. */
function displayPeriodShort(period: string): string {
  return isMonth(period) ? displayMonth(period) : displayDayOfMonth(period);
}

function isMonth(period: string): boolean {
  return period.length === "2026-11".length;
}

const dayOfWeek = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });

function displayDay(day: string): string {
  return `${dayOfWeek.format(new Date(day))} ${displayDayOfMonth(day)}`;
}

/** "2026-11-24" as "24 Nov". */
function displayDayOfMonth(day: string): string {
  return `${Number(day.slice(8))} ${displayMonth(day.slice(0, 7)).slice(0, 3)}`;
}

const change = new Intl.NumberFormat("en-GB", {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** 0.125 as "+12.5%". */
function displayChange(part: number): string {
  return change.format(part);
}
