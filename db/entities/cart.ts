import { defineEntity, p } from "@mikro-orm/core";
import { Product } from "./product.ts";
import { User } from "./user.ts";

export const CartSchema = defineEntity({
  name: "Cart",
  tableName: "cart",
  properties: {
    /** Random, and carried by the browser in a signed cookie. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).nullable().deleteRule("set null").index("cart_user_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()").index("cart_updated_index"),
  },
});

export class Cart extends CartSchema.class {}
CartSchema.setClass(Cart);

export const CartLineSchema = defineEntity({
  name: "CartLine",
  tableName: "cart_line",
  uniques: [{ name: "cart_line_cart_product_unique", properties: ["cart", "product"] }],
  checks: [{ name: "cart_line_quantity_range", expression: "quantity between 1 and 99" }],
  properties: {
    id: p.integer().primary(),
    cart: () => p.manyToOne(Cart).deleteRule("cascade"),
    product: () => p.manyToOne(Product).deleteRule("cascade"),
    quantity: p.integer(),
    addedAt: p.datetime().defaultRaw("now()"),
  },
});

export class CartLine extends CartLineSchema.class {}
CartLineSchema.setClass(CartLine);
