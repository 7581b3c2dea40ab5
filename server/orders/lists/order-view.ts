import { type OrderDelivery, type PackedDelivery, packedDelivery } from "#server/checkout/delivery-choice.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { ShownTotals } from "#server/settings/tax-labels.ts";
import type { OrderStatus } from "../status/order-status.ts";
import { cancelByOf } from "../withdrawals/withdrawal-periods.ts";

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
  /** How its buyer wanted it; none where there was no choice. */
  delivery?: PackedDelivery | null;
  /** It goes outside the United Kingdom, and nobody has agreed yet how. */
  deliveryToBeAgreed: boolean;
  /** ISO date and time. */
  createdAt: string;
  items: PackedItem[];
}

interface OrderItemView extends PackedItem {
  /** What one unit cost, VAT included. */
  price: Pence;
}

/** What an order came to, as it is stored. */
export interface OrderMoney {
  subtotal: Pence;
  taxAmount: Pence;
  shippingCost: Pence;
  totalAmount: Pence;
  /** Of all its amounts. */
  currency: CurrencyCode;
}

/** A placed order as staff who may see money, and scripts of theirs, see it. What its buyer sees is `OwnOrder`. */
export interface OrderView extends PackingOrder, OrderMoney {
  /** None for a guest's order. */
  customerId: number | null;
  paymentMethod: OrderPaymentMethod;
  delivery?: OrderDelivery | null;
  /** Once it went out: until when it can be cancelled at least (`cancelByOf`). */
  cancelBy?: string | null;
  items: OrderItemView[];
}

/** From which its time to cancel follows, where an order was read from its row. */
export interface WhenSent {
  /** ISO date and time; none before. */
  dispatchedAt?: string | null;
}

/** Of what was read of an order what is for whoever packs it, field by field. */
export function packingOrderOf(order: PackingOrder): PackingOrder {
  return {
    id: order.id,
    invoiceNumber: order.invoiceNumber,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    customerAddress: order.customerAddress,
    status: order.status,
    ...(order.delivery ? { delivery: packedDelivery(order.delivery) } : {}),
    deliveryToBeAgreed: order.deliveryToBeAgreed,
    createdAt: order.createdAt,
    items: order.items.map(packedItemOf),
  };
}

/** The same for staff who may see money; `ownOrderOf` is its buyer's. */
export function orderViewOf(order: OrderView & WhenSent): OrderView {
  const { delivery: _, ...packed } = packingOrderOf(order);
  const cancelBy = order.cancelBy ?? cancelByOf(order);
  return {
    ...packed,
    ...(order.delivery ? { delivery: order.delivery } : {}),
    ...moneyOf(order),
    customerId: order.customerId,
    paymentMethod: order.paymentMethod,
    ...(cancelBy ? { cancelBy } : {}),
    items: order.items.map((item) => ({ ...packedItemOf(item), price: item.price })),
  };
}

function packedItemOf({ id, productId, productName, quantity }: PackedItem): PackedItem {
  return { id, productId, productName, quantity };
}

export function moneyOf({
  subtotal,
  taxAmount,
  shippingCost,
  totalAmount,
  currency,
}: OrderMoney): OrderMoney {
  return { subtotal, taxAmount, shippingCost, totalAmount, currency };
}

/** An order's totals, read from its columns. */
export function totalsOfOrder({
  subtotal,
  taxAmount,
  shippingCost,
  totalAmount,
}: Omit<OrderMoney, "currency">): ShownTotals {
  return { subtotal, vat: taxAmount, shipping: shippingCost, total: totalAmount };
}

/** Whether an order was sent with what it came to, as it is to whoever may see that. */
export function hasMoney(order: PackingOrder): order is OrderView {
  return "totalAmount" in order;
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
