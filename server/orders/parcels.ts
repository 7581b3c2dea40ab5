import { type SentUnits, toSend, type UnitsOfLine } from "./line-units.ts";
import type { OrderStatus } from "./order.ts";

/** Units of an order line that go into a parcel. */
export interface PackedUnits extends UnitsOfLine {
  /** The code of the batch that they come from; the oldest first where it is missing or "". */
  batch?: string | undefined;
  /** What they weigh, net, where nobody has said what a pack weighs. */
  kilograms?: number | undefined;
}

interface PackedLine {
  productName: string;
  quantity: number;
}

/** A line of an order with what became of its units. */
type SentLine = SentUnits & { id: number; productName: string };

/** Whether an order of this status can be sent; one that completed itself can be, once. */
export function canBeSent(status: OrderStatus): boolean {
  return status === "processing" || status === "completed";
}

/**
 * The lines of an order that units of its products come from, what is left of the first line first. What no line has
 * left is added to the product's last line, where `parcelError` finds it; 0 is the line of a product that was not
 * ordered.
 */
export function unitsOf(
  products: readonly (Omit<PackedUnits, "lineId"> & { productId: number })[],
  left: readonly { lineId: number; productId: number | undefined; quantity: number }[],
): PackedUnits[] {
  const units = new Map<number, number>();
  for (const { productId, quantity } of products) {
    let open = quantity;
    const lines = left.filter((line) => line.productId === productId);
    for (const [index, line] of lines.entries()) {
      const before = units.get(line.lineId) ?? 0;
      const isLast = index === lines.length - 1;
      const taken = isLast ? open : Math.min(open, Math.max(0, line.quantity - before));
      if (taken > 0) units.set(line.lineId, before + taken);
      open -= taken;
    }
    if (lines.length === 0) units.set(0, open);
  }
  return [...units].map(([lineId, quantity]) => {
    const ofLine = left.find((line) => line.lineId === lineId);
    const said = products.find(({ productId }) => productId === ofLine?.productId);
    return { lineId, quantity, batch: said?.batch, kilograms: said?.kilograms };
  });
}

/** Why these units cannot go out, in words for staff; undefined when they can. */
export function parcelError(parcel: readonly PackedUnits[], lines: readonly SentLine[]): string | undefined {
  if (parcel.length === 0) return "Enter how many of what goes into this parcel.";
  if (new Set(parcel.map(({ lineId }) => lineId)).size < parcel.length) return "Name each line once.";
  for (const { lineId, quantity } of parcel) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return "This order has no such line.";
    const left = toSend(line);
    if (quantity > left) {
      return left === 0
        ? `${line.productName} has been ${line.cancelledQuantity > 0 ? "cancelled" : "sent"} already.`
        : `Only ${left} of ${line.productName} ${left === 1 ? "is" : "are"} left to be sent.`;
    }
  }
  return undefined;
}

/** "2 × Garden Biochar, 1 × Biochar Compost" */
export function contentsText(lines: readonly PackedLine[]): string {
  return lines.map(({ productName, quantity }) => `${quantity} × ${productName}`).join(", ");
}

/** What the timeline says of a parcel. A whole order in one parcel needs no list. */
export function parcelSentence(parcel: {
  carrier: string;
  trackingNumber: string;
  /** The first parcel of an order is 1. */
  number: number;
  lines: readonly PackedLine[];
  stillToCome: readonly PackedLine[];
}): string {
  const { carrier, trackingNumber, number, lines, stillToCome } = parcel;
  const how = `with ${carrier}, tracking number ${trackingNumber}`;
  const isLast = stillToCome.length === 0;
  if (number === 1 && isLast) return `Dispatched ${how}`;
  const rest = isLast ? "Nothing is left to come" : `Still to come: ${contentsText(stillToCome)}`;
  return `Parcel ${number} dispatched ${how}: ${contentsText(lines)}. ${rest}`;
}

export const weightUnits = ["kg", "g"] as const;
export type WeightUnit = (typeof weightUnits)[number];

const GRAMS: Record<WeightUnit, number> = { kg: 1000, g: 1 };

/** The heaviest load of a pallet network. */
const MOST_GRAMS = 1_500_000;

export const WEIGHT_HINT = "Enter a weight such as 12.5";

/** A weight as somebody typed it, in whole grams. */
export function gramsOf(weight: number, unit: WeightUnit = "kg"): number {
  return Math.round(weight * GRAMS[unit]);
}

/** Why nothing that is sent can weigh so much, in words for staff; undefined when it can. */
export function weightError(grams: number): string | undefined {
  if (grams < 1) return WEIGHT_HINT;
  return grams > MOST_GRAMS ? `Enter at most ${MOST_GRAMS / GRAMS.kg} kg` : undefined;
}

/** A weight as it is best typed: light things in grams. */
export function typedWeightOf(grams: number): { weight: number; unit: WeightUnit } {
  const unit = grams < GRAMS.kg ? "g" : "kg";
  return { weight: grams / GRAMS[unit], unit };
}

/** "2.6 kg", "850 g" */
export function weightText(grams: number): string {
  const { weight, unit } = typedWeightOf(grams);
  return `${weight} ${unit}`;
}

/**
 * What units of products weigh together; null where one of them was never weighed, as 0 would be taken for a weight.
 */
export function weightOfUnits(
  lines: readonly { quantity: number; grossGrams: number | null }[],
): number | null {
  let grams = 0;
  for (const { quantity, grossGrams } of lines) {
    if (quantity === 0) continue;
    if (grossGrams === null) return null;
    grams += quantity * grossGrams;
  }
  return grams > 0 ? grams : null;
}
