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
 * What a checkout's lines take out of stock once its holds are released. If the hold expired and the stock is gone, they
 * take what is left, and what is missing is returned: the shopper has paid, so the order is made all the same. The
 * checkout row must be locked; the products are locked from here on.
 */
export async function allotStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const products = await lockProductsOf(em, checkoutId, lines);
  await releaseHolds(em, products, { checkoutId, now });

  const short: string[] = [];
  const taken = new Map<number, number>();
  const leftInStock: LeftInStock[] = [];
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (!product) continue;
    const left = sellable(product);
    if (left < quantity) short.push(product.name);
    const takes = Math.min(quantity, left);
    taken.set(productId, takes);
    leftInStock.push({ id: productId, name: product.name, stockQuantity: product.stockQuantity - takes });
  }
  return { short, taken, left: leftInStock };
}

/** The same, and takes it out of stock. */
export async function sellStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  sale: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const sold = await allotStock(em, lines, sale);
  await em.execute(
    `update product set stock_quantity = stock_quantity - taken.quantity
       from jsonb_to_recordset(?::jsonb) as taken("productId" int, quantity int) where product.id = taken."productId"`,
    [JSON.stringify([...sold.taken].map(([productId, quantity]) => ({ productId, quantity })))],
  );
  return sold;
}
