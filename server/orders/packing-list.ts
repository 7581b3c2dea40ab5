import type { BatchPassport } from "#server/batches/batch.ts";
import type { PostalAddress } from "#server/checkout/checkout.ts";
import { type DeliveryFact, isCollected, type PackedDelivery } from "#server/checkout/delivery-choice.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { type QrCode, qrCodeOf } from "#server/media/qr-code.ts";
import { locate, type ZoneEntry, zoneOf } from "#server/pricing/delivery-zones.ts";
import type { OrderToPack } from "./packing.server.ts";
import { weightOfUnits, weightText } from "./parcels.ts";

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

/** Whether an order goes out in pallets or bulk bags and in parcels. */
export function isMixed({ loads = "" }: PackedDelivery): boolean {
  return ON_A_PALLET.test(loads) && loads.includes("parcel");
}

/** Whether an order can be handed to a carrier now. */
export function isReady(
  order: Pick<OrderToPack, "isReviewed" | "isMoneyBack" | "isBackorder" | "withdrawn">,
): boolean {
  return !order.isReviewed && !order.isMoneyBack && !order.isBackorder && order.withdrawn === "";
}

/** The run on which a lorry takes goods to an address. */
export function runTo(
  { country, postcode }: Pick<PostalAddress, "country" | "postcode">,
  zones: readonly { name: string; entries: readonly ZoneEntry[] }[],
): string {
  const place = locate({ country, postcode });
  return zoneOf(zones, place)?.name ?? place.outward?.area ?? country;
}

/** Orders by the run on which they go, the run of the oldest first. */
export function runsOf(orders: readonly OrderToPack[]): { run: string; orders: OrderToPack[] }[] {
  const runs = new Map<string, OrderToPack[]>();
  for (const order of orders) runs.set(order.run, [...(runs.get(order.run) ?? []), order]);
  return [...runs].map(([run, members]) => ({ run, orders: members }));
}

/** Orders as a day is worked through: group by group, the oldest first. */
export function inPackingOrder(orders: readonly OrderToPack[]): OrderToPack[] {
  return packingGroups.flatMap((group) =>
    orders.filter(({ delivery }) => packingGroupOf(delivery) === group),
  );
}

/** The order to pack after this one, from the beginning again after the last; none where nothing else can go. */
export function nextToPack(orders: readonly OrderToPack[], id: number): OrderToPack | undefined {
  const queue = inPackingOrder(orders);
  const place = queue.findIndex((order) => order.id === id);
  return [...queue.slice(place + 1), ...queue.slice(0, Math.max(0, place))].find(isReady);
}

interface PickedProduct {
  productId: number;
  productName: string;
  quantity: number;
  orders: number;
}

/** What to fetch from the shelves for all of them that can go now, the most first. */
export function pickListOf(orders: readonly OrderToPack[]): PickedProduct[] {
  const products = new Map<number, PickedProduct>();
  for (const { lines } of orders.filter(isReady)) {
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

/** A batch as the document that goes with it names it. */
export interface NotedBatch extends BatchPassport {
  quantity: number;
  /** Where its figures stand, and what the QR code holds: absolute. */
  url: string;
  picture: QrCode;
}

/** What goes with goods, for anyone who takes them: of an order that waits, or of a parcel that went. No money. */
export interface DeliveryNote {
  /** No two notes have the same. */
  key: string;
  invoiceNumber: string;
  customerName: string;
  customerAddress: string;
  customerPhone: string;
  /** ISO dates and times; null before it went. */
  orderedAt: string;
  sentAt: string | null;
  lines: { lineId: number; productName: string; quantity: number; batches: NotedBatch[] }[];
  facts: DeliveryFact[];
  /** What it is of its order; "" where it is all. */
  remark: string;
}

/** The note of an order that waits, with the batches that would leave now, unless anyone who packs takes others. */
export function noteOfWaiting(order: OrderToPack, publicUrl: string): DeliveryNote {
  const { invoiceNumber, customerName, customerAddress, customerPhone, createdAt, delivery } = order;
  const grams = weightOfUnits(order.lines);
  return {
    ...{ key: invoiceNumber, invoiceNumber, customerName, customerAddress, customerPhone },
    orderedAt: createdAt,
    sentAt: null,
    lines: order.lines.map(({ lineId, productName, quantity, batches }) => ({
      ...{ lineId, productName, quantity },
      batches: (batches?.proposed ?? []).map((batch) => notedBatch(batch, publicUrl)),
    })),
    facts: [
      ...(delivery ? packingFacts(delivery) : []),
      ...(grams === null ? [] : [{ label: "Weight together", value: weightText(grams) }]),
    ],
    remark: order.isPartSent ? "The rest of an order of which a part has gone." : "",
  };
}

export function notedBatch(batch: BatchPassport & { quantity: number }, publicUrl: string): NotedBatch {
  const url = publicUrl + batch.path;
  return { ...batch, url, picture: qrCodeOf(url) };
}
