/** How a pack travels: in a parcel, on a pallet, or as a bulk bag that takes a pallet's place. */
export const handlings = ["parcel", "pallet", "bulk_bag"] as const;
export type Handling = (typeof handlings)[number];

/** What a carrier asks about one pack. */
export interface PackSize {
  /** With all that is around it; null where nobody has weighed it. */
  grossGrams: number | null;
  handling: Handling;
  /** The floor that it takes, in millimetres. */
  footprint: { length: number; width: number } | null;
}

/** The same from the columns of a product. */
export function packSizeOf(product: {
  grossGrams: number | null;
  handling: Handling;
  footprintLength: number | null;
  footprintWidth: number | null;
}): PackSize {
  const { grossGrams, handling, footprintLength: length, footprintWidth: width } = product;
  return { grossGrams, handling, footprint: length === null || width === null ? null : { length, width } };
}

/** So many packs of one kind. A line without a size is of unknown weight. */
export interface PackedLine {
  quantity: number;
  pack?: PackSize | undefined;
}

/** What a carrier takes, the smallest pallet first. */
export const loadKinds = ["parcel", "quarter_pallet", "half_pallet", "full_pallet", "bulk_bag"] as const;
export type LoadKind = (typeof loadKinds)[number];

export const loadNames: Record<LoadKind, string> = {
  parcel: "parcel",
  quarter_pallet: "quarter pallet",
  half_pallet: "half pallet",
  full_pallet: "full pallet",
  bulk_bag: "bulk bag",
};

/** One parcel, pallet or bulk bag. */
export interface Load {
  kind: LoadKind;
  /** Null for a bulk bag that nobody has weighed. */
  grams: number | null;
  /** How many packs of which line, by its place in the order. */
  packs: { line: number; quantity: number }[];
}

/** What one person may be handed at the door. */
const PARCEL_GRAMS = 25_000;
const palletSizes = [
  { kind: "quarter_pallet", grams: 250_000 },
  { kind: "half_pallet", grams: 500_000 },
  { kind: "full_pallet", grams: 1_000_000 },
] as const;
const PALLET_GRAMS = 1_000_000;
/** The floor of a British pallet, in millimetres. */
const PALLET_FLOOR = { length: 1200, width: 1000 };

/**
 * The loads of an order. Parcels are packed together where `parcels` says so, else they travel with what needs a
 * pallet. Packs fill one load after another, the heaviest first: of all simple ways this one never needs less for more
 * (docs/decisions/065-delivery-by-a-tariff.md). Null for a pack whose weight nobody knows, or that is too heavy or too
 * large for a pallet.
 */
export function splitIntoLoads(
  lines: readonly PackedLine[],
  { parcels }: { parcels: boolean },
): Load[] | null {
  const inParcels: Weighed[] = [];
  const onPallets: Weighed[] = [];
  const loads: Load[] = [];
  for (const [line, { quantity, pack }] of lines.entries()) {
    if (quantity <= 0) continue;
    if (pack?.handling === "bulk_bag") {
      for (let bag = 0; bag < quantity; bag++) {
        loads.push({ kind: "bulk_bag", grams: pack.grossGrams, packs: [{ line, quantity: 1 }] });
      }
      continue;
    }
    if (!pack || pack.grossGrams === null) return null;
    if (pack.grossGrams > PALLET_GRAMS) return null;
    const fitsParcel = pack.handling === "parcel" && pack.grossGrams <= PARCEL_GRAMS;
    if (!fitsParcel && !fitsPallet(pack)) return null;
    (parcels && fitsParcel ? inParcels : onPallets).push({ line, quantity, grams: pack.grossGrams });
  }
  const pallets = fill(onPallets, PALLET_GRAMS).map(({ grams, packs }) => ({
    kind: palletSizes.find((size) => grams <= size.grams)?.kind ?? "full_pallet",
    grams,
    packs,
  }));
  const parcelled = fill(inParcels, PARCEL_GRAMS).map((filled) => ({ kind: "parcel" as const, ...filled }));
  return [...loads, ...pallets, ...parcelled];
}

function fitsPallet({ footprint }: PackSize): boolean {
  if (!footprint) return true;
  const [short, long] = [footprint.length, footprint.width].sort((a, b) => a - b) as [number, number];
  return short <= PALLET_FLOOR.width && long <= PALLET_FLOOR.length;
}

interface Weighed {
  line: number;
  quantity: number;
  grams: number;
}

interface Filled {
  grams: number;
  packs: Load["packs"];
}

/**
 * Next fit, the heaviest first: a further pack never lowers the number of loads, and every load but the last is more
 * than half full.
 */
function fill(packs: readonly Weighed[], capacity: number): Filled[] {
  const filled: Filled[] = [];
  let last: Filled | undefined;
  for (const { line, quantity, grams } of [...packs].sort((a, b) => b.grams - a.grams || a.line - b.line)) {
    let left = quantity;
    while (left > 0) {
      const room = last ? Math.floor((capacity - last.grams) / grams) : 0;
      if (!last || room === 0) {
        last = { grams: 0, packs: [] };
        filled.push(last);
        continue;
      }
      const taken = Math.min(room, left);
      last.packs.push({ line, quantity: taken });
      last.grams += taken * grams;
      left -= taken;
    }
  }
  return filled;
}

/** The weight of all packs in grams; null where one of them was never weighed. */
export function weightOf(lines: readonly PackedLine[]): number | null {
  let grams = 0;
  for (const { quantity, pack } of lines) {
    if (quantity <= 0) continue;
    if (pack?.grossGrams == null) return null;
    grams += quantity * pack.grossGrams;
  }
  return grams;
}

/** "1 full pallet, 2 parcels". */
export function describeLoads(loads: readonly Load[]): string {
  return [...loadKinds]
    .reverse()
    .map((kind) => ({ kind, count: loads.filter((load) => load.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${loadNames[kind]}${count === 1 ? "" : "s"}`)
    .join(", ");
}
