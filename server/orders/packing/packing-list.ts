import { isCollected, type PackedDelivery } from "#server/checkout/delivery-choice.ts";

/** A product of an order with the units that are still to be sent. */
interface LineToPack {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
}

/** An order that waits to be packed, without a word of money. */
export interface OrderToPack {
  id: number;
  invoiceNumber: string;
  customerName: string;
  customerPhone: string;
  customerAddress: string;
  /** ISO date and time. */
  createdAt: string;
  delivery: PackedDelivery | null;
  /** A part of it has gone. */
  isPartSent: boolean;
  isBackorder: boolean;
  deliveryToBeAgreed: boolean;
  /** Its payment is still reviewed: it is not sent before. */
  isReviewed: boolean;
  /** What its customer cancelled since, such as "2 × Premium Biochar"; "" for nothing. It is not sent. */
  withdrawn: string;
  lines: LineToPack[];
}

/** How orders leave the yard, in the order in which a day is worked through. */
export const packingGroups = ["parcel", "pallet", "collection"] as const;

export type PackingGroup = (typeof packingGroups)[number];

/** Loads that a pallet network or a lorry takes, in the words in which the order froze them. */
const ON_A_PALLET = /pallet|bulk bag/i;

/** How an order leaves: one without a choice of its own goes as parcels. */
export function packingGroupOf(delivery: PackedDelivery | null): PackingGroup {
  if (!delivery) return "parcel";
  if (isCollected({ option: delivery.id })) return "collection";
  return ON_A_PALLET.test(delivery.loads ?? "") ? "pallet" : "parcel";
}

/** Whether an order can be handed to a carrier now. */
export function isReady(order: Pick<OrderToPack, "isReviewed" | "isBackorder" | "withdrawn">): boolean {
  return !order.isReviewed && !order.isBackorder && order.withdrawn === "";
}

interface PickedProduct {
  productId: number;
  productName: string;
  quantity: number;
  orders: number;
}

/** What to fetch from the shelves for all of them, the most first. */
export function pickListOf(orders: readonly OrderToPack[]): PickedProduct[] {
  const products = new Map<number, PickedProduct>();
  for (const { lines } of orders) {
    const counted = new Set<number>();
    for (const { productId, productName, quantity } of lines) {
      const picked = products.get(productId) ?? { productId, productName, quantity: 0, orders: 0 };
      picked.quantity += quantity;
      if (!counted.has(productId)) picked.orders += 1;
      counted.add(productId);
      products.set(productId, picked);
    }
  }
  return [...products.values()].sort(
    (one, other) => other.quantity - one.quantity || one.productName.localeCompare(other.productName),
  );
}
