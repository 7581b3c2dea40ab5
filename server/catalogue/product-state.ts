import type { Pence } from "#server/pricing/money.ts";
import {
  type PackFacts,
  packagingOf,
  packFactsIn,
  packRefusals,
  unknownPack,
} from "#server/pricing/pack-facts.ts";
import { inOrder, type PriceStep } from "#server/pricing/price-steps.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";

/** The fields of a product that staff may change. Amounts in pence, rates in basis points. */
export interface ProductState extends PackFacts {
  name: string;
  description: string;
  price: Pence;
  salePrice: Pence | null;
  onSale: boolean;
  category: string;
  imageUrl: string;
  /** Units in the warehouse, including those held for open payments. */
  stockQuantity: number;
  isBestseller: boolean;
  isNew: boolean;
  /** None means the store's standard rate. */
  taxRate: BasisPoints | null;
  /** The name of its family of packs. */
  family: string | null;
  /** What tells it from the other packs of its family, such as "5 kg". */
  packLabel: string | null;
  /** Its Global Trade Item Number, as it was typed; no two products have the same. */
  gtin: string | null;
  /** What a unit costs from a quantity on, for everybody and for trade lists. */
  priceSteps: PriceStep[];
}

/** A product of which no more is said than its name, price and category. */
export const nothingSaid = {
  description: "",
  salePrice: null,
  onSale: false,
  imageUrl: "",
  stockQuantity: 0,
  isBestseller: false,
  isNew: false,
  taxRate: null,
  priceSteps: [],
  family: null,
  packLabel: null,
  gtin: null,
  ...unknownPack,
};

/** A missing field stays as it is. */
export type ProductChange = Partial<ProductState>;

/** The errors by field, for a form. */
export type Refusals = Record<string, string[]>;

/** Picks the fields that staff may change, always in this order. */
export function stateIn(product: ProductState): ProductState {
  return {
    name: product.name,
    description: product.description,
    price: product.price,
    salePrice: product.salePrice,
    onSale: product.onSale,
    category: product.category,
    imageUrl: product.imageUrl,
    stockQuantity: product.stockQuantity,
    isBestseller: product.isBestseller,
    isNew: product.isNew,
    taxRate: product.taxRate,
    family: product.family,
    packLabel: product.packLabel,
    gtin: product.gtin,
    ...packFactsIn(product),
    priceSteps: inOrder(product.priceSteps),
  };
}

/** A state as its row keeps it: the materials of the packaging are one column. */
export function columnsOf(state: ProductState) {
  const { paperGrams, plasticGrams, wovenPlasticGrams, woodGrams, glassGrams, metalGrams, ...columns } =
    state;
  return { ...columns, packaging: packagingOf(state) };
}

/** The state after a change; `stockAfter` calculates the stock. */
export function changedProduct(state: ProductState, change: ProductChange): ProductState {
  const defined = Object.entries(change).filter(([, value]) => value !== undefined);
  return stateIn({ ...state, ...Object.fromEntries(defined) });
}

/** The errors of a product's new state; empty when there are none. */
export function productRefusals(
  next: PriceState & PackFacts & Pick<ProductState, "family" | "packLabel">,
): Refusals {
  return { ...priceRefusals(next), ...familyRefusals(next), ...packRefusals(next) };
}

/** Packs of a family that say no size could not be told apart. */
function familyRefusals({ family, packLabel }: Pick<ProductState, "family" | "packLabel">): Refusals {
  return family === null || packLabel !== null ? {} : { packLabel: ["Say which pack it is, such as 5 kg"] };
}

function priceRefusals(next: PriceState): Refusals {
  if (!next.onSale) return {};
  if (next.salePrice === null) return { salePrice: ["Enter a sale price"] };
  // A reduction to the same or a higher price would mislead (docs/rules.md#prices-6).
  if (next.salePrice >= next.price) return { salePrice: ["The sale price must be below the regular price"] };
  return {};
}

/**
 * The stock after staff typed a count, given what they saw when they began: their difference is added to the stock of
 * now, so that sales meanwhile are neither lost nor undone (docs/decisions). Below 0 when more was sold meanwhile
 * than the count leaves.
 */
export function stockAfter(now: number, { typed, seen }: { typed: number; seen: number }): number {
  return now + typed - seen;
}

/** Whether the price that a shopper pays, or the one beside it, changes. */
export function priceChanged(before: PriceState, after: PriceState): boolean {
  return (
    before.price !== after.price || before.salePrice !== after.salePrice || before.onSale !== after.onSale
  );
}

type PriceState = Pick<ProductState, "price" | "salePrice" | "onSale">;
