import { displayDecimal, displayShort } from "#app/lib/display.ts";
import { orderListPath } from "#server/orders/order-search.ts";
import { currencySign, formatMoney } from "#server/pricing/money.ts";
import type { Analytics, SalesFigures, SalesOfPeriod } from "#server/reports/analytics.ts";
import { changeFrom } from "#server/reports/chart-periods.ts";
import { PeriodChart, type PeriodColumn } from "./period-chart.tsx";
import { displayChange, displayPeriod, displayPeriodShort, type PeriodWords } from "./period-words.ts";

/** More columns than these get the whole width. */
const MOST_IN_HALF = 12;

interface SalesChartsProps {
  analytics: Analytics;
  words: PeriodWords;
}

/** What was kept, the average order and the CO₂, each beside what it was before. */
export function SalesCharts({ analytics: { sales, currency }, words }: SalesChartsProps) {
  const money = (amount: number) => formatMoney(amount, currency);
  const scale = (amount: number) => `${currencySign(currency)}${displayShort(amount / 100)}`;
  const unit = words.unit.toLowerCase();
  const shared = { legend: { now: words.now, before: capitalised(words.before) } };
  const wide = "lg:col-span-2";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-soft">
        Pointing at a column or moving to it by Tab and ← → shows its value; it opens the orders of its {unit}
        .
      </p>
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

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
