import type { ProductForm } from "#server/catalogue/product.schema.ts";
import type { ProductTexts } from "#server/catalogue/staff-product.ts";
import { oneLineEnd } from "#server/core/touched-fields.ts";
import { penceToDecimal } from "#server/pricing/money.ts";

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
  imageUrl: "Picture address",
  onSale: "On sale",
  isBestseller: "Bestseller",
  isNew: "New",
} as const;

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
  imageUrl: "",
  onSale: "",
  isBestseller: "",
  isNew: "",
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
    imageUrl: text("imageUrl"),
    onSale: text("onSale"),
    isBestseller: text("isBestseller"),
    isNew: text("isNew"),
  };
}

/** The fields in which two differ. */
export function differingFields(a: ProductTexts, b: ProductTexts): (keyof ProductTexts)[] {
  const names = Object.keys(fieldLabels) as (keyof ProductTexts)[];
  return names.filter((name) => oneLineEnd(a[name]) !== oneLineEnd(b[name]));
}

/** What the schema read, written out again for the server, which reads it by the same schema. */
export function sendable<Value extends Partial<ProductForm>>({ price, salePrice, taxRate, ...rest }: Value) {
  return {
    ...rest,
    ...(price === undefined ? {} : { price: penceToDecimal(price) }),
    ...(salePrice === undefined ? {} : { salePrice: penceToDecimal(salePrice) }),
    ...(taxRate === undefined ? {} : { taxRate: taxRate === null ? null : taxRate / 10_000 }),
  };
}

/** "20%", "17.5%" */
export function percentText(taxRate: number): string {
  return `${taxRate / 100}%`;
}
