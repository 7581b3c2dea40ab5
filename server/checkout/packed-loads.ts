import { type Load, loadNames } from "#server/pricing/loads.ts";
import { type DeliveryFact, deliveryFacts, type EqualLoads, type PackedDelivery } from "./delivery-choice.ts";

// Apart from delivery-choice.ts: only staff read this, and the checkout's page weighs less without it.

/** The loads of some lines to be frozen with them: neighbours that weigh and hold the same are told once. */
export function equalLoadsOf(
  loads: readonly Load[],
  lines: readonly { productName: string }[],
): EqualLoads[] {
  const equal: EqualLoads[] = [];
  for (const { kind, grams, packs } of loads) {
    const filling = packs.map(({ line, quantity }) => ({
      productName: lines[line]?.productName ?? "",
      quantity,
    }));
    const load = { kind, count: 1, grams, packs: filling };
    const last = equal.at(-1);
    if (last && isLike(last, load)) last.count += 1;
    else equal.push(load);
  }
  return equal;
}

function isLike(one: EqualLoads, other: EqualLoads): boolean {
  if (one.kind !== other.kind || one.grams !== other.grams || one.packs.length !== other.packs.length) {
    return false;
  }
  return one.packs.every(({ productName, quantity }, index) => {
    const pack = other.packs[index];
    return pack?.productName === productName && pack.quantity === quantity;
  });
}

/** How an order goes out, in words, for anyone who packs it: with what it goes out in, and what each of them holds. */
export function packingFacts(delivery: PackedDelivery): DeliveryFact[] {
  const goesOutIn = delivery.loads ? [{ label: "Goes out in", value: delivery.loads }] : [];
  return [...deliveryFacts(delivery), ...goesOutIn, ...splitFacts(delivery.split ?? [])];
}

/** "Parcel 1 of 2, 22 kg: 2 × Biochar Compost Mix"; numbered within their kind, so that no two have one label. */
function splitFacts(split: readonly EqualLoads[]): DeliveryFact[] {
  return split.map(({ kind, count, grams, packs }, place) => {
    const before = countOf(split.slice(0, place), kind);
    const all = countOf(split, kind);
    const name = `${loadNames[kind].charAt(0).toUpperCase()}${loadNames[kind].slice(1)}`;
    const isOne = count === 1;
    const which = isOne ? `${name} ${before + 1}` : `${name}s ${before + 1} to ${before + count}`;
    const weight = grams === null ? "" : `, ${grams / 1000} kg${isOne ? "" : " each"}`;
    const contents = packs.map(({ productName, quantity }) => `${quantity} × ${productName}`).join(", ");
    return {
      label: `${all === 1 ? name : `${which} of ${all}`}${weight}`,
      value: isOne ? contents : `each with ${contents}`,
    };
  });
}

function countOf(split: readonly EqualLoads[], kind: EqualLoads["kind"]): number {
  return split.reduce((sum, loads) => (loads.kind === kind ? sum + loads.count : sum), 0);
}
