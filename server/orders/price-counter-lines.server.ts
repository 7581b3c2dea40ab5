import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { noteLowStock } from "#server/catalogue/low-stock.server.ts";
import { priceLine, sellable } from "#server/catalogue/sellable.server.ts";
import {
  type LockedProducts,
  leftWords,
  lockProducts,
  releaseHolds,
} from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { Pence } from "#server/pricing/money.ts";
import { unitPriceFor } from "#server/pricing/price-steps.ts";
import type { PricedLine } from "#server/pricing/totals.ts";
import type { ShopOrder } from "./order.schema.ts";
import { sellStock } from "./write-order.server.ts";

/** A line as staff sell it. */
export interface CounterLine extends PricedLine {
  /** The shop's own price of one unit, at this quantity and for this customer. */
  listPrice: Pence;
  stockTaken: number;
  /** What this sale leaves of the product. */
  left: number;
}

type Item = ShopOrder["items"][number];

/**
 * Locks the products, prices the lines and takes their units out of stock. Units that shoppers are paying for are not
 * for sale at the counter. `tradeList` is the customer's. What was handed over `beyondStock` takes what there is. @throws
 * ShopError `validation_failed` (no such product, or one twice), `out_of_stock`, each naming its line
 */
export async function takeCounterLines(
  em: EntityManager,
  context: Context,
  items: readonly Item[],
  { tradeList, beyondStock = false }: { tradeList: string | null; beyondStock?: boolean },
): Promise<CounterLine[]> {
  const { settings, clock } = context;
  const now = clock.now();
  const products = await lockProducts(em, items);
  refuseUnknown(items, products);
  const lines = items.flatMap(({ productId, quantity, price }) => {
    const product = products.get(productId);
    if (!product) return [];
    const listPrice = unitPriceFor(product, quantity, tradeList);
    const line = priceLine(product, quantity, { settings, tradeList }, price ?? listPrice);
    return { ...line, listPrice, stockTaken: 0, left: product.stockQuantity - quantity };
  });
  if (!settings.stockManagement) return lines;
  // Without a checkout only expired holds are released.
  const sale = { checkoutId: randomUUID(), now };
  await releaseHolds(em, products, sale);
  if (!beyondStock) refuseShort(items, products);
  const { taken } = await sellStock(em, lines, sale);
  const stocks = lines.flatMap(({ productId }) => {
    const product = products.get(productId);
    if (!product) return [];
    const { id, stockQuantity: before } = product;
    return { id, before, after: before - (taken.get(id) ?? 0) };
  });
  await noteLowStock(em, context, stocks);
  const left = new Map(stocks.map(({ id, after }) => [id, after]));
  return lines.map((line) => ({
    ...line,
    stockTaken: taken.get(line.productId) ?? 0,
    left: left.get(line.productId) ?? line.left,
  }));
}

function refuseUnknown(items: readonly Item[], products: LockedProducts): void {
  const fields: Record<string, string[]> = {};
  const seen = new Set<number>();
  for (const [index, { productId }] of items.entries()) {
    if (!products.has(productId)) fields[`items[${index}].productId`] = ["There is no such product."];
    else if (seen.has(productId)) fields[`items[${index}].productId`] = ["This product is named twice."];
    seen.add(productId);
  }
  if (Object.keys(fields).length > 0) {
    throw new ShopError("validation_failed", "Check the items of the order.", { fields });
  }
}

function refuseShort(items: readonly Item[], products: LockedProducts): void {
  const fields: Record<string, string[]> = {};
  for (const [index, { productId, quantity }] of items.entries()) {
    const product = products.get(productId);
    if (!product) continue;
    const left = product.isArchived ? 0 : sellable(product);
    if (left >= quantity) continue;
    const message = product.isArchived ? `${product.name} is no longer sold.` : leftWords(product, left);
    fields[`items[${index}].quantity`] = [message];
  }
  const messages = Object.values(fields).flat();
  if (messages.length > 0) throw new ShopError("out_of_stock", messages.join(" "), { fields });
}
