import { type BatchStatus, batchesText, kilogramsText } from "./batch.ts";

/** A batch that units could come from. */
export interface BatchInStore {
  id: number;
  code: string;
  productId: number;
  status: BatchStatus;
  gramsLeft: number;
}

/** Units of a line of an order that leave now. */
export interface UnitsToAllocate {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
  /** What all of them weigh, net; null where nobody has said. */
  grams: number | null;
  /** The batch that was chosen for all of them; the oldest first where none was. */
  batch?: string | undefined;
}

/** Units of a line that come from a batch. */
export interface Allocated {
  lineId: number;
  batchId: number;
  code: string;
  quantity: number;
  grams: number;
}

/** What leaves, or why a line cannot, in words for staff. */
type Choice = { allocated: Allocated[] } | { error: string };

/**
 * Which batches units come from: the chosen one; else the oldest open one that has enough left, and where no single
 * one has, several, the oldest first. `batches` are the oldest first; `taken` is what earlier lines take of them.
 */
export function chooseBatches(
  units: UnitsToAllocate,
  batches: readonly BatchInStore[],
  taken: Map<number, number> = new Map(),
): Choice {
  const ofProduct = batches.filter(({ productId }) => productId === units.productId);
  if (units.grams === null) {
    return {
      error: `Nobody has said what a pack of ${units.productName} weighs: weigh it and type its kilograms on the packing checklist, or have its net weight entered in the product.`,
    };
  }
  const leftOf = ({ id, gramsLeft }: BatchInStore) => gramsLeft - (taken.get(id) ?? 0);
  const asked = units.batch ? ofProduct.filter(({ code }) => code === units.batch) : ofProduct;
  const [chosen] = asked;
  if (units.batch && chosen?.status !== "open") return { error: chosenBatchError(units, chosen) };
  const open = asked.filter((batch) => batch.status === "open");
  const whole = open.find((batch) => leftOf(batch) >= gramsOfUnits(units, 0, units.quantity));
  const allocated: Allocated[] = [];
  let placed = 0;
  for (const batch of whole ? [whole] : open) {
    const quantity = unitsThatFit(units, placed, leftOf(batch));
    if (quantity === 0) continue;
    const grams = gramsOfUnits(units, placed, placed + quantity);
    allocated.push({ lineId: units.lineId, batchId: batch.id, code: batch.code, quantity, grams });
    placed += quantity;
  }
  if (placed < units.quantity) return { error: shortageError(units, placed, ofProduct, leftOf) };
  for (const { batchId, grams } of allocated) taken.set(batchId, (taken.get(batchId) ?? 0) + grams);
  return { allocated };
}

/** What the units from one number to another weigh: shares that add up to the whole, to the gram. */
function gramsOfUnits({ grams, quantity }: UnitsToAllocate, from: number, to: number): number {
  const upTo = (unit: number) => Math.round(((grams ?? 0) * unit) / quantity);
  return upTo(to) - upTo(from);
}

function unitsThatFit(units: UnitsToAllocate, placed: number, gramsLeft: number): number {
  const { grams, quantity } = units;
  const rest = quantity - placed;
  if (!grams) return rest;
  let fitting = Math.min(rest, Math.max(0, Math.floor((gramsLeft * quantity) / grams)));
  while (fitting > 0 && gramsOfUnits(units, placed, placed + fitting) > gramsLeft) fitting -= 1;
  return fitting;
}

function chosenBatchError(
  { productName, batch }: UnitsToAllocate,
  chosen: Pick<BatchInStore, "code" | "status"> | undefined,
): string {
  if (!chosen) return `${productName} has no batch ${batch}. Choose one of its own.`;
  return chosen.status === "quarantined"
    ? `Batch ${chosen.code} is in quarantine and is not sent. Choose another batch of ${productName}.`
    : `Batch ${chosen.code} is sold out. Choose another batch of ${productName}.`;
}

function shortageError(
  units: UnitsToAllocate,
  placed: number,
  ofProduct: readonly BatchInStore[],
  leftOf: (batch: BatchInStore) => number,
): string {
  const { productName, quantity, batch, grams } = units;
  const wanted = `${quantity} × ${productName} (${kilogramsText(grams ?? 0)})`;
  if (batch) {
    const left = ofProduct.find(({ code }) => code === batch);
    return `Batch ${batch} has ${kilogramsText(left ? leftOf(left) : 0)} left, too little for ${wanted}. Choose another, or "Oldest first", which takes from several.`;
  }
  const quarantined = ofProduct.filter(({ status }) => status === "quarantined");
  const open = placed === 0 ? "No open batch" : `The open batches hold only ${placed} of`;
  const quarantineNote =
    quarantined.length > 0 ? ` In quarantine: ${quarantined.map(({ code }) => code).join(", ")}.` : "";
  return placed === 0
    ? `${open} has enough left for ${wanted}.${quarantineNote} It cannot be sent until a new batch is entered or one is released.`
    : `${open} ${wanted}.${quarantineNote} Send what there is, or enter a new batch.`;
}

/** "2 × Premium Biochar: 2026-03-A", for the timeline of an order. */
export function allocationSentence(
  units: readonly { lineId: number; productName: string }[],
  allocated: readonly Pick<Allocated, "lineId" | "code" | "quantity">[],
): string {
  return units
    .flatMap(({ lineId, productName }) => {
      const batches = allocated.filter((each) => each.lineId === lineId);
      return batches.length === 0 ? [] : `${productName} from batch ${batchesText(batches)}`;
    })
    .join("; ");
}
