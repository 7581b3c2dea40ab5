import { defineEntity, p } from "@mikro-orm/core";
import { Product } from "./product.ts";

/**
 * A price that a product had until a moment: written when it changes, so that a "was" price can be held against what
 * was really charged (docs/rules.md#prices-6). The price now is the product's own.
 */
export const PastPriceSchema = defineEntity({
  name: "PastPrice",
  tableName: "past_price",
  indexes: [{ name: "past_price_product_index", properties: ["product", "until"] }],
  properties: {
    id: p.integer().primary(),
    product: () => p.manyToOne(Product),
    /** Regular price in pence. */
    price: p.integer(),
    /** In pence; charged while `onSale`. */
    salePrice: p.integer().nullable(),
    onSale: p.boolean(),
    until: p.datetime(),
  },
});

export class PastPrice extends PastPriceSchema.class {}
PastPriceSchema.setClass(PastPrice);
