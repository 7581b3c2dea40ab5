import { type Parcel, ParcelLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ParcelView } from "./parcels.ts";

/** What was sent of an order, the first first. Whoever calls has asked whether the order may be seen. */
export async function listParcels(em: Context["em"], orderId: number): Promise<ParcelView[]> {
  const lines = await em.find(
    ParcelLine,
    { parcel: { order: orderId } },
    { populate: ["parcel", "orderLine"], orderBy: [{ parcel: { id: "asc" } }, { orderLine: { id: "asc" } }] },
  );
  const parcels = new Map<Parcel, ParcelView["lines"]>();
  for (const { parcel, orderLine, quantity } of lines) {
    const { product, productName } = orderLine;
    const contents = parcels.get(parcel) ?? [];
    contents.push({ productId: product.id, productName, quantity });
    parcels.set(parcel, contents);
  }
  return [...parcels].map(([parcel, contents]) => parcelViewOf(parcel, contents));
}

function parcelViewOf(parcel: Parcel, lines: ParcelView["lines"]): ParcelView {
  const { id, carrier, trackingNumber, grossGrams, packedBy, createdAt } = parcel;
  return {
    ...{ id, carrier, trackingNumber, packedBy, lines },
    grossGrams: grossGrams ?? null,
    createdAt: createdAt.toISOString(),
  };
}
