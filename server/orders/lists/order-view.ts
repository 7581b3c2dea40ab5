import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { OrderStatus } from "../status/order-status.ts";

interface PackedItem {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
}

/** A placed order as whoever packs it sees it: who gets what, and where to. Nothing in it tells of money. */
export interface PackingOrder {
  id: number;
  invoiceNumber: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  customerAddress: string;
  status: OrderStatus;
  /** ISO date and time. */
  createdAt: string;
  items: PackedItem[];
}

interface OrderItemView extends PackedItem {
  /** What one unit cost, VAT included. */
  price: Pence;
}

/** A placed order as staff who may see money, and scripts of theirs, see it. What its buyer sees is `OwnOrder`. */
export interface OrderView extends PackingOrder {
  /** None for a guest's order. */
  customerId: number | null;
  totalAmount: Pence;
  subtotal: Pence;
  taxAmount: Pence;
  shippingCost: Pence;
  paymentMethod: OrderPaymentMethod;
  items: OrderItemView[];
}

/** Whether an order was sent with what it came to, as it is to whoever may see that. */
export function hasMoney(order: PackingOrder): order is OrderView {
  return "totalAmount" in order;
}

/** The figures above the orders (docs/rules.md#staff-1). */
export interface OrderTotals {
  totalOrders: number;
  /** The sum of all order totals, cancelled ones too. */
  totalRevenue: Pence;
  /** Since the first of this month, UK time. */
  ordersThisMonth: number;
  /** Without what was cancelled or given back. */
  revenueExcludingCancelled: Pence;
  products: number;
}
