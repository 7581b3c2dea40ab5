import type { OrderStatus } from "#server/orders/status/order-status.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/** One month in UK time. */
export interface MonthOfSales {
  /** "2026-11" */
  month: string;
  orders: number;
  /** Sum of all order totals. */
  revenue: Pence;
  /** The revenue less cancelled orders and refunds. */
  kept: Pence;
  /** null in a month without orders. */
  averageOrder: Pence | null;
  /** For the revenue that was kept, in kilograms; null in other currencies, since the rate is per pound. */
  co2Kg: number | null;
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
  /** Of all its amounts. */
  currency: CurrencyCode;
  /** Those in which anything was sold, and the shop's. */
  currencies: CurrencyCode[];
  totalRevenue: Pence;
  revenueThisMonth: Pence;
  ordersThisMonth: number;
  /** null without orders. */
  averageOrder: Pence | null;
  totalOrders: number;
  /** Every order has a status; one without is stored as pending. */
  byStatus: Record<OrderStatus, number>;
  /** Oldest first, with no month left out. */
  months: MonthOfSales[];
  bestSellers: BestSeller[];
  /** Months with sales, the newest first: the choices for the best sellers. */
  periods: string[];
}
