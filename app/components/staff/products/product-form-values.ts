import type { ProductForm } from "#server/catalogue/product.schema.ts";
import { type ProductTexts, textsOfPack, thousandthsText } from "#server/catalogue/staff-product.ts";
import { oneLineEnd } from "#server/core/touched-fields.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
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

/** What a form holds now. The sale price is not sent while it is switched off: then it stays as it was. */
export function textsInForm(form: FormData, base: ProductTexts): ProductTexts {
  const text = (name: keyof ProductTexts) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    category: text("category"),
    description: text("description"),
    price: text("price"),
    salePrice: form.has("salePrice") ? text("salePrice") : base.salePrice,
    stockQuantity: text("stockQuantity"),
    taxRate: text("taxRate"),
    family: text("family"),
    packLabel: text("packLabel"),
    gtin: text("gtin"),
    imageUrl: text("imageUrl"),
    onSale: text("onSale"),
    isBestseller: text("isBestseller"),
    isNew: text("isNew"),
    netGrams: text("netGrams"),
    packMillilitres: text("packMillilitres"),
    grossGrams: text("grossGrams"),
    bulkDensity: text("bulkDensity"),
    bulkDensityMeasuredOn: text("bulkDensityMeasuredOn"),
    unitPriceBasis: text("unitPriceBasis"),
    handling: text("handling"),
    footprintLength: text("footprintLength"),
    footprintWidth: text("footprintWidth"),
    mixedIntoSoil: text("mixedIntoSoil"),
    paperGrams: text("paperGrams"),
    plasticGrams: text("plasticGrams"),
    wovenPlasticGrams: text("wovenPlasticGrams"),
    woodGrams: text("woodGrams"),
    glassGrams: text("glassGrams"),
    metalGrams: text("metalGrams"),
  };
}

/** The fields in which two differ. */
export function differingFields(a: ProductTexts, b: ProductTexts): (keyof ProductTexts)[] {
  const names = Object.keys(fieldLabels) as (keyof ProductTexts)[];
  return names.filter((name) => oneLineEnd(a[name]) !== oneLineEnd(b[name]));
}

/** What the schema read, written out again for the server, which reads it by the same schema. */
export function sendable<Value extends Partial<ProductForm>>(value: Value) {
  const { price, salePrice, taxRate, netGrams, packMillilitres, grossGrams, ...rest } = value;
  return {
    ...rest,
    ...(netGrams === undefined ? {} : { netGrams: thousandthsText(netGrams) }),
    ...(packMillilitres === undefined ? {} : { packMillilitres: thousandthsText(packMillilitres) }),
    ...(grossGrams === undefined ? {} : { grossGrams: thousandthsText(grossGrams) }),
    ...(price === undefined ? {} : { price: penceToDecimal(price) }),
    ...(salePrice === undefined ? {} : { salePrice: penceToDecimal(salePrice) }),
    ...(taxRate === undefined ? {} : { taxRate: taxRate === null ? null : taxRate / 10_000 }),
  };
}

/** "20%", "17.5%" */
export function percentText(taxRate: number): string {
  return `${taxRate / 100}%`;
}
