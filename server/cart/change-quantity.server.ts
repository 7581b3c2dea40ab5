import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { limitedQuantity, limitMessage, requireLineQuantity } from "./cart-rules.ts";
import { lockLine, writeLine } from "./lock-line.server.ts";

export interface ChangedQuantity {
  /** What the line holds now. */
  quantity: number;
  /** Why it is less than was asked for, when stock stood in the way. */
  limitMessage: string | null;
}

/**
 * Sets the quantity of a line, up to what can be sold.
 * @throws ShopError `not_found` when the cart has no such line, `out_of_stock` when nothing can be sold,
 * `validation_failed` for a quantity outside 1 to 99.
 */
export async function changeQuantity(
  context: Context,
  cartId: string,
  { productId, quantity }: { productId: number; quantity: number },
): Promise<ChangedQuantity> {
  requireLineQuantity(quantity);
  return context.em.fork().transactional(async (em) => {
    const line = await lockLine(context, em, cartId, productId);
    if (line.quantity === 0) throw new ShopError("not_found", "This product is not in your cart.");
    const result = limitedQuantity(quantity, line.stockQuantity);
    await writeLine(em, cartId, productId, result);
    return { quantity: result, limitMessage: result < quantity ? limitMessage(line.name, result) : null };
  });
}
