import { addToCart } from "#server/cart/add-to-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { findOwnOrder } from "./find-own-orders.server.ts";

export interface BoughtAgain {
  /** The cart, made now when there was none; null when nothing could be added. */
  cartId: string | null;
  /** What could not be added, or not in full, in words. */
  shortfalls: string[];
}

/**
 * Puts what an own order held into the cart, at today's prices and as far as there is stock.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function buyAgain(
  context: Context,
  cartId: string | null,
  orderId: number,
): Promise<BoughtAgain> {
  const { items } = await findOwnOrder(context, orderId);
  let filled = cartId;
  const shortfalls: string[] = [];
  for (const { productId, productName, quantity } of items) {
    try {
      const added = await addToCart(context, filled, { productId, quantity: Math.min(quantity, 99) });
      filled = added.cartId;
      if (added.limitMessage) shortfalls.push(added.limitMessage);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      shortfalls.push(error.code === "not_found" ? `${productName} is no longer sold.` : error.message);
    }
  }
  return { cartId: filled, shortfalls };
}
