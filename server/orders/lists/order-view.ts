import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { ShownTotals } from "#server/settings/tax-labels.ts";
import type { OrderView, PackingOrder } from "./find-orders.server.ts";
import type { PackingDetails, StaffOrder } from "./find-staff-order.server.ts";

/** An order's totals, read from its columns. */
export function totalsOfOrder({
  subtotal,
  taxAmount,
  shippingCost,
  totalAmount,
}: Pick<OrderView, "subtotal" | "taxAmount" | "shippingCost" | "totalAmount">): ShownTotals {
  return { subtotal, vat: taxAmount, shipping: shippingCost, total: totalAmount };
}

/** Whether an order was sent with what it came to, as it is to whoever may see that. */
export function hasMoney(order: PackingOrder): order is OrderView {
  return "totalAmount" in order;
}

/** Whether an order was sent with all that staff decide by. */
export function isWhole(order: PackingDetails): order is StaffOrder {
  return "refundKey" in order;
}

/** The figures above the orders (docs/rules.md#staff-1). */
export interface OrderTotals {
  totalOrders: number;
  /** The sum of all order totals in the shop's currency, cancelled ones too. */
  totalRevenue: Pence;
  currency: CurrencyCode;
  /** Since the first of this month, UK time. */
  ordersThisMonth: number;
  /** Without what was cancelled or given back. */
  revenueExcludingCancelled: Pence;
  products: number;
}
