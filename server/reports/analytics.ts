import { z } from "zod";
import { patternText } from "#server/core/fields.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/** What was sold in a time. */
export interface SalesFigures {
  orders: number;
  /** Sum of all order totals. */
  revenue: Pence;
  /** The revenue less cancelled orders and refunds. */
  kept: Pence;
  /** null without orders. */
  averageOrder: Pence | null;
  /** For the revenue that was kept, in kilograms; null in other currencies, since the rate is per pound. */
  co2Kg: number | null;
}

/** A column of the charts: a month or a day in UK time. */
export interface SalesOfPeriod extends SalesFigures {
  /** "2026-11", or "2026-11-24" for a day. */
  period: string;
  /** Its first and its last day. */
  from: string;
  to: string;
  /** It is not over yet. */
  isRunning: boolean;
  before: SalesBefore | null;
}

/** The same month a year before, or the same day of the week four weeks before; none before the first month of all. */
export interface SalesBefore extends SalesFigures {
  period: string;
}

export interface BestSeller {
  productId: number;
  name: string;
  /** Sold in orders that were not cancelled, less returns to stock. */
  units: number;
  revenue: Pence;
}

/** The Analytics tab and its charts. */
export interface Analytics {
  currency: CurrencyCode;
  /** ISO date and time up to which the days before today are added up; null where all is live. */
  asOf: string | null;
  totalRevenue: Pence;
  revenueThisMonth: Pence;
  ordersThisMonth: number;
  /** null without orders. */
  averageOrder: Pence | null;
  totalOrders: number;
  /** Every order has a status; one without is stored as pending. */
  byStatus: Record<OrderStatus, number>;
  /** The columns of the charts, the oldest first, with none left out. */
  sales: SalesOfPeriod[];
  /** All of `sales`, and all that they are compared with; null where one of them has nothing before it. */
  together: { now: SalesFigures; before: SalesFigures | null };
  bestSellers: BestSeller[];
  /** Months with sales, the newest first: the choices for the best sellers. */
  periods: string[];
}

/** What the charts cover: so many months, the whole life of the shop, or four weeks day by day. */
const spans = ["12", "24", "all", "days"] as const;

export type ChartSpan = (typeof spans)[number];

/** What the Analytics tab shows, by its address; anything unknown becomes the default. */
export const analyticsQuerySchema = z.object({
  span: z.enum(spans).catch("12").default("12"),
  /** For the best sellers: a month such as "2026-11", or all time. */
  period: patternText(7, /^(all|\d{4}-(0[1-9]|1[0-2]))$/)
    .catch("all")
    .default("all"),
});

export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

export function parseAnalyticsQuery(search: URLSearchParams): AnalyticsQuery {
  return analyticsQuerySchema.parse({
    span: search.get("span") ?? undefined,
    period: search.get("period") ?? undefined,
  });
}
