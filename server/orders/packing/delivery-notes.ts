import type { BatchPassport } from "#server/batches/batch-papers.ts";
import type { DeliveryFact } from "#server/checkout/delivery-choice.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { type QrCode, qrCodeOf } from "#server/media/qr-code.ts";
import { weightOfUnits, weightText } from "../parcels/parcel-weight.ts";
import type { OrderToPack } from "./packing-list.ts";

/** A batch as the paper that goes with it names it. */
export interface NotedBatch extends BatchPassport {
  quantity: number;
  /** Where its figures stand, and what the QR code holds: absolute. */
  url: string;
  picture: QrCode;
}

/** What goes with goods, for whoever takes them: of an order that waits, or of a parcel that went. No money. */
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

/** The note of an order that waits, with the batches that would leave now, unless whoever packs takes others. */
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
