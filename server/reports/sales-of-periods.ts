import { co2OfSpending } from "#server/community/carbon.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { Analytics, SalesFigures, SalesOfPeriod } from "./analytics-view.ts";
import type { ChartPeriod } from "./chart-periods.ts";

/** What the orders of one status and one month or day come to. */
export interface SalesRow {
  period: string;
  status: OrderStatus;
  orders: number;
  revenue: Pence;
  refunded: Pence;
}

/** Sums that add up, from which the others follow. */
interface Sums {
  orders: number;
  revenue: Pence;
  kept: Pence;
}

const nothing: Sums = { orders: 0, revenue: 0, kept: 0 };

/** Rows of one currency added up by month or by day. */
export function sumsByPeriod(rows: readonly SalesRow[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { period, status, orders, revenue, refunded } of rows) {
    const kept = status === "cancelled" ? 0 : revenue - refunded;
    sums.set(period, added(sums.get(period) ?? nothing, { orders, revenue, kept }));
  }
  return sums;
}

/**
 * The columns of the charts, each beside what it is compared with, and all of them together. Before the month of the
 * first order, "2021-03", there is nothing to compare with.
 */
export function salesOfPeriods(
  periods: readonly ChartPeriod[],
  sums: ReadonlyMap<string, Sums>,
  { earliest, currency }: { earliest: string; currency: CurrencyCode },
): Pick<Analytics, "sales" | "together"> {
  const sumsOf = (period: string) => sums.get(period) ?? nothing;
  const figuresOf = (period: string) => finished(sumsOf(period), currency);
  const compared = periods.filter(({ before }) => before.to.slice(0, earliest.length) >= earliest);
  const sales = periods.map(
    (period): SalesOfPeriod => ({
      period: period.name,
      from: period.from,
      to: period.to,
      isRunning: period === periods.at(-1),
      ...figuresOf(period.name),
      before: compared.includes(period)
        ? { period: period.before.name, ...figuresOf(period.before.name) }
        : null,
    }),
  );
  const all = (names: readonly string[]) => finished(names.map(sumsOf).reduce(added, nothing), currency);
  return {
    sales,
    together: {
      now: all(periods.map(({ name }) => name)),
      before: compared.length === periods.length ? all(compared.map(({ before }) => before.name)) : null,
    },
  };
}

function added(one: Sums, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    revenue: one.revenue + other.revenue,
    kept: one.kept + other.kept,
  };
}

function finished(sums: Sums, currency: CurrencyCode): SalesFigures {
  return {
    ...sums,
    averageOrder: averageOf(sums),
    co2Kg: currency === "gbp" ? co2OfSpending(sums.kept) : null,
  };
}

/** Pence; null without orders. */
export function averageOf({ revenue, orders }: Pick<Sums, "revenue" | "orders">): Pence | null {
  return orders === 0 ? null : Math.round(revenue / orders);
}
