import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { OrderStatus } from "../status/order-status.ts";

interface OrderItemView {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
  /** What one unit cost, VAT included. */
  price: Pence;
}

/** A placed order as staff, its buyer and REST see it. */
export interface OrderView {
  id: number;
  invoiceNumber: string;
  /** None for a guest's order. */
  customerId: number | null;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  customerAddress: string;
  totalAmount: Pence;
  subtotal: Pence;
  taxAmount: Pence;
  shippingCost: Pence;
  status: OrderStatus;
  paymentMethod: OrderPaymentMethod;
  /** ISO date and time. */
  createdAt: string;
  items: OrderItemView[];
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
