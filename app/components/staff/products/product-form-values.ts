import type { ProductState } from "#server/catalogue/product-state.ts";
import { type ProductTexts, textsOfPack } from "#server/catalogue/staff-product.ts";
import { unknownPack } from "#server/pricing/pack-facts.ts";

/** The form's fields in words a person reads, in its order. */
export const fieldLabels = {
  name: "Name",
  category: "Category",
  description: "Description",
  price: "Regular price",
  salePrice: "Sale price",
  stockQuantity: "Stock quantity",
  taxRate: "VAT rate",
  family: "Family of packs",
  packLabel: "Pack",
  gtin: "GTIN",
  imageUrl: "Picture address",
  onSale: "On sale",
  isBestseller: "Bestseller",
  isNew: "New",
  netGrams: "Net weight (kg)",
  packMillilitres: "Volume (litres)",
  grossGrams: "Gross weight (kg)",
  bulkDensity: "Bulk density (g per litre)",
  bulkDensityMeasuredOn: "Day measured",
  unitPriceBasis: "Show the price per",
  handling: "Handling",
  footprintLength: "Footprint length (mm)",
  footprintWidth: "Footprint width (mm)",
  mixedIntoSoil: "Mixed into soil",
  paperGrams: "Paper and card (g)",
  plasticGrams: "Plastic (g)",
  wovenPlasticGrams: "Woven plastic (g)",
  woodGrams: "Wood (g)",
  glassGrams: "Glass (g)",
  metalGrams: "Metal (g)",
} as const satisfies Record<keyof ProductTexts, string>;

/** Where a product has no rate of its own. */
export const STANDARD_RATE = "The store's standard rate";

export const newProductTexts: ProductTexts = {
  name: "",
  category: "",
  description: "",
  price: "",
  salePrice: "",
  stockQuantity: "0",
  taxRate: "0.2",
  family: "",
  packLabel: "",
  gtin: "",
  imageUrl: "",
  onSale: "",
  isBestseller: "",
  isNew: "",
  ...textsOfPack(unknownPack),
};

/** What one costs now: the sale price while on sale. */
export function currentPriceOf({
  price,
  salePrice,
  onSale,
}: Pick<ProductState, "price" | "salePrice" | "onSale">) {
  return onSale && salePrice !== null ? salePrice : price;
}

export function percentText(taxRate: number): string {
  return `${taxRate / 100}%`;
}
