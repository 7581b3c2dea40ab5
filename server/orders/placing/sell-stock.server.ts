import type { EntityManager } from "@mikro-orm/postgresql";
import {
  lockProductsOf,
  type RequestedLine,
  releaseHolds,
  sellable,
} from "#server/checkout/hold-stock.server.ts";
import type { LeftInStock } from "./notify-staff-of-order.server.ts";

interface SoldStock {
  /** The names of the products that were short. */
  short: string[];
  /** The units taken out of stock, by product id. */
  taken: Map<number, number>;
  /** What is left of each product. */
  left: LeftInStock[];
}

/**
 * Turns a checkout's reserved stock into sold stock. If the hold expired and the stock is gone, it takes what is left
 * and returns what is missing: the shopper has paid, so the order is made all the same. The checkout row must be
 * locked.
 */
export async function sellStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const products = await lockProductsOf(em, checkoutId, lines);
  await releaseHolds(em, products, { checkoutId, now });

  const short: string[] = [];
  const sold: RequestedLine[] = [];
  const leftInStock: LeftInStock[] = [];
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (!product) continue;
    const left = sellable(product);
    if (left < quantity) short.push(product.name);
    const taken = Math.min(quantity, left);
    sold.push({ productId, quantity: taken });
    leftInStock.push({ id: productId, name: product.name, stockQuantity: product.stockQuantity - taken });
  }
  await em.execute(
    `update product set stock_quantity = stock_quantity - taken.quantity
       from jsonb_to_recordset(?::jsonb) as taken("productId" int, quantity int) where product.id = taken."productId"`,
    [JSON.stringify(sold)],
  );
  const taken = new Map(sold.map(({ productId, quantity }) => [productId, quantity]));
  return { short, taken, left: leftInStock };
}
