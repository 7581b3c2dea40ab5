import { type OrderDelivery, withoutSplit } from "#server/checkout/delivery-choice.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import type { OrderStatus } from "../status/order-status.ts";
import { cancelByOf } from "../withdrawals/withdrawal-periods.ts";
import type { WithdrawalWording } from "../withdrawals/withdrawal-words.ts";
import { moneyOf, type OrderMoney, type WhenSent } from "./order-view.ts";
import type { CorrectionNoteView, OrderEventView } from "./shopper-order.server.ts";

interface OwnOrderItem {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
  /** What one unit cost, VAT included. */
  price: Pence;
  /** What a measure of it cost; left out where nobody was told. */
  perMeasure?: PricePerMeasure | null;
}

/** A placed order as its buyer sees it. What staff see of one is a type of its own, `OrderView`. */
export interface OwnOrder extends OrderMoney {
  id: number;
  invoiceNumber: string;
  /** None for a guest's order. */
  customerId: number | null;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  customerAddress: string;
  status: OrderStatus;
  /** ISO date and time. */
  createdAt: string;
  paymentMethod: OrderPaymentMethod;
  /** How it goes out as its buyer chose, without what each parcel holds; none where there was no choice. */
  delivery?: OrderDelivery | null;
  /** Once it went out: until when it can be cancelled at least (`cancelByOf`). */
  cancelBy?: string | null;
  items: OwnOrderItem[];
}

/** The same with what its buyer is told of what happened to it. */
export interface OpenedOwnOrder extends OwnOrder {
  hasCarbonStatement: boolean;
  timeline: OrderEventView[];
  notes: CorrectionNoteView[];
  /** The same; null before it went out, and of a cancelled order. */
  cancelBy: string | null;
  /** By whose law it is cancelled. */
  wording: WithdrawalWording;
}

/** Of what was read of an order what is for its buyer, field by field: what staff see besides does not come along. */
export function ownOrderOf(order: OwnOrder & WhenSent): OwnOrder {
  const cancelBy = order.cancelBy ?? cancelByOf(order);
  return {
    id: order.id,
    invoiceNumber: order.invoiceNumber,
    customerId: order.customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    customerAddress: order.customerAddress,
    status: order.status,
    createdAt: order.createdAt,
    ...moneyOf(order),
    paymentMethod: order.paymentMethod,
    ...(order.delivery ? { delivery: withoutSplit(order.delivery) } : {}),
    ...(cancelBy ? { cancelBy } : {}),
    items: order.items.map(({ id, productId, productName, quantity, price, perMeasure }) => ({
      id,
      productId,
      productName,
      quantity,
      price,
      ...(perMeasure ? { perMeasure } : {}),
    })),
  };
}
