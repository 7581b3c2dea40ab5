import type { ShownFields } from "#server/core/touched-fields.ts";
import { type Pence, penceToDecimal } from "#server/pricing/money.ts";
import {
  type PackFacts,
  packagingOf,
  packErrors,
  packFactNames,
  packFactsIn,
  unknownPack,
} from "#server/pricing/pack-facts.ts";
import { inOrder, type PriceStep } from "#server/pricing/price-steps.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import type { ProductDocument } from "./product-media.ts";

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
export type ProductErrors = Record<string, string[]>;

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
export function productErrors(
  next: PriceState & PackFacts & Pick<ProductState, "family" | "packLabel">,
): ProductErrors {
  return { ...priceErrors(next), ...familyErrors(next), ...packErrors(next) };
}

/** Packs of a family that say no size could not be told apart. */
function familyErrors({ family, packLabel }: Pick<ProductState, "family" | "packLabel">): ProductErrors {
  return family === null || packLabel !== null ? {} : { packLabel: ["Say which pack it is, such as 5 kg"] };
}

function priceErrors(next: PriceState): ProductErrors {
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
export function stockAfter(now: number, { typed, expected }: { typed: number; expected: number }): number {
  return now + typed - expected;
}

/** Whether the price that a shopper pays, or the one beside it, changes. */
export function priceChanged(before: PriceState, after: PriceState): boolean {
  return (
    before.price !== after.price || before.salePrice !== after.salePrice || before.onSale !== after.onSale
  );
}

type PriceState = Pick<ProductState, "price" | "salePrice" | "onSale">;

/** A product as those who edit it see it: a plain object, never an entity. */
export interface StaffProduct extends ProductState {
  id: number;
  slug: string;
  /** Grows with each edit, not with sales. */
  version: number;
  /** Units of the stock that open payments hold. */
  heldQuantity: number;
  /** Who asked to be told when it is back. */
  peopleWaiting: number;
  isArchived: boolean;
  morePictures: string[];
  documents: ProductDocument[];
}

/** What one costs now: the sale price while on sale. */
export function currentPriceOf({
  price,
  salePrice,
  onSale,
}: Pick<ProductState, "price" | "salePrice" | "onSale">) {
  return onSale && salePrice !== null ? salePrice : price;
}

/** A product as its form shows it, but for the prices by quantity, which have a form of their own: pounds as decimals, rates as fractions, switches as "on" or "". */
export type ProductTexts = Record<Exclude<keyof ProductState, "priceSteps">, string>;

export function textsOfProduct(product: ProductState): ProductTexts {
  return {
    name: product.name,
    category: product.category,
    description: product.description,
    price: penceToDecimal(product.price),
    salePrice: product.salePrice === null ? "" : penceToDecimal(product.salePrice),
    stockQuantity: String(product.stockQuantity),
    taxRate: product.taxRate === null ? "" : String(product.taxRate / 10_000),
    family: product.family ?? "",
    packLabel: product.packLabel ?? "",
    gtin: product.gtin ?? "",
    imageUrl: product.imageUrl,
    onSale: product.onSale ? "on" : "",
    isBestseller: product.isBestseller ? "on" : "",
    isNew: product.isNew ? "on" : "",
    ...textsOfPack(product),
  };
}

/** The same of a pack: kilograms and litres. */
export function textsOfPack(pack: PackFacts): Record<keyof PackFacts, string> {
  const texts = packFactNames.map((name) => [name, packText(pack[name], inThousands.has(name))]);
  return Object.fromEntries(texts) as Record<keyof PackFacts, string>;
}

/** Kept in grams or millilitres, shown in kilograms or litres. */
const inThousands: ReadonlySet<keyof PackFacts> = new Set(["netGrams", "packMillilitres", "grossGrams"]);

/** A switch as "on" or "", nothing as "". */
function packText(value: PackFacts[keyof PackFacts], isInThousands: boolean): string {
  if (value === null || typeof value === "boolean") return value ? "on" : "";
  return String(isInThousands ? Number(value) / 1000 : value);
}

/** What a form shows that starts with these texts. */
export function shownProduct(texts: ProductTexts): ShownFields {
  const { onSale, isBestseller, isNew, mixedIntoSoil } = texts;
  return {
    ...texts,
    onSale: onSale === "on",
    isBestseller: isBestseller === "on",
    isNew: isNew === "on",
    mixedIntoSoil: mixedIntoSoil === "on",
  };
}
