import type { ShownFields } from "#server/core/touched-fields.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import type { PackFacts } from "#server/pricing/pack-facts.ts";
import type { ProductDocument } from "./product-media.ts";
import type { ProductState } from "./product-state.ts";

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
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    netGrams: thousandthsText(pack.netGrams),
    packMillilitres: thousandthsText(pack.packMillilitres),
    grossGrams: thousandthsText(pack.grossGrams),
    bulkDensity: text(pack.bulkDensity),
    bulkDensityMeasuredOn: pack.bulkDensityMeasuredOn ?? "",
    unitPriceBasis: pack.unitPriceBasis,
    handling: pack.handling,
    footprintLength: text(pack.footprintLength),
    footprintWidth: text(pack.footprintWidth),
    mixedIntoSoil: pack.mixedIntoSoil ? "on" : "",
    paperGrams: text(pack.paperGrams),
    plasticGrams: text(pack.plasticGrams),
    wovenPlasticGrams: text(pack.wovenPlasticGrams),
    woodGrams: text(pack.woodGrams),
    glassGrams: text(pack.glassGrams),
    metalGrams: text(pack.metalGrams),
  };
}

/** Grams as kilograms, millilitres as litres: "12.5"; "" for none. */
function thousandthsText(parts: number | null): string {
  return parts === null ? "" : String(parts / 1000);
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
