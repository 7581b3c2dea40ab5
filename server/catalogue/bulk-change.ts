import { z } from "zod";
import { typedNumber, within } from "#server/core/typed-number.schema.ts";
import { type Currency, divideRounded, formatMoney, type Pence } from "#server/pricing/money.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";
import { seenProductSchema } from "./product.schema.ts";
import { type ProductState, productRefusals } from "./product-state.ts";

/** The most products in one bulk change. */
const BULK_LIMIT = 500;

const GREATEST_CHANGE: Pence = 99_999_999;
const WRONG_PERCENT = "Enter a percentage from -90 to 500, such as 5 or -7.5";
const WRONG_AMOUNT = "Enter an amount of money, such as 1.50 or -0.75";

const priceChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("percent"),
    value: typedNumber({ message: WRONG_PERCENT, keptOf: within({ least: -90, most: 500, decimals: 20 }) }),
  }),
  z.object({
    kind: z.literal("amount"),
    /** Pounds, as typed; pence from here on. */
    value: amountOfMoney(WRONG_AMOUNT, { least: -GREATEST_CHANGE, most: GREATEST_CHANGE }),
  }),
]);

const units = typedNumber({
  message: "Enter a whole number",
  keptOf: within({ least: -1_000_000, most: 1_000_000, decimals: 0 }),
});

const stockChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("add"), value: units }),
  z.object({ kind: z.literal("set"), value: units.pipe(z.int().min(0, "Stock must not be below 0")) }),
]);

/** What is typed for all of them. */
export const bulkPricesSchema = z.object({ price: priceChangeSchema, stock: stockChangeSchema });

/** A change of price and stock for several products at once, each as the person saw it. */
export const bulkChangeSchema = bulkPricesSchema.extend({
  products: z
    .array(seenProductSchema.extend({ seenStock: z.coerce.number().pipe(z.int().min(0)) }))
    .min(1, "Choose at least one product")
    .max(BULK_LIMIT, `Choose at most ${BULK_LIMIT} products`),
});

export type PriceAndStockChange = z.output<typeof bulkPricesSchema>;

/** A product's state after the change; percentages are rounded to whole pence. */
export function bulkChanged(
  product: ProductState,
  { price, stock }: PriceAndStockChange,
  seenStock: number,
): ProductState {
  return {
    ...product,
    price: priceAfter(product.price, price),
    stockQuantity: bulkStock(product.stockQuantity, stock, seenStock),
  };
}

function priceAfter(price: Pence, change: PriceAndStockChange["price"]): Pence {
  if (change.kind === "percent") {
    return divideRounded(price * (10_000 + Math.round(change.value * 100)), 10_000);
  }
  return change.kind === "amount" ? price + change.value : price;
}

/** "set" changes the stock by the difference from what the person saw, as the inline edit does. */
function bulkStock(now: number, change: PriceAndStockChange["stock"], seen: number): number {
  if (change.kind === "add") return now + change.value;
  return change.kind === "set" ? now + change.value - seen : now;
}

/** Why a product cannot take the change; undefined when it can. */
export function bulkRefusal(next: ProductState, currency: Currency): string | undefined {
  if (next.price <= 0) return `the price would be ${formatMoney(next.price, currency)}`;
  if (next.stockQuantity < 0) return `the stock would be ${next.stockQuantity}`;
  return Object.values(productRefusals(next)).flat()[0];
}
