import { randomUUID } from "node:crypto";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { limitedQuantity, limitMessage, requireLineQuantity } from "./cart-rules.ts";
import { lockLine, writeLine } from "./lock-line.server.ts";

export interface AddedToCart {
  cartId: string;
  productName: string;
  /** What the line holds now. */
  quantity: number;
  /** Why it is less than the sum, when stock or the limit of 99 stood in the way. */
  limitMessage: string | null;
}

/**
 * Adds a product to a cart, or to a new one. A line that exists grows by the quantity, up to 99 and to what can be
 * sold.
 * @throws ShopError `not_found`, `out_of_stock` when nothing can be added, `validation_failed` for a quantity
 * outside 1 to 99 or a line that is full.
 */
export async function addToCart(
  context: Context,
  cartId: string | null,
  { productId, quantity }: { productId: number; quantity: number },
): Promise<AddedToCart> {
  requireLineQuantity(quantity);
  if (cartId === null) await countAgainstLimit(context, "new-cart");
  const id = cartId ?? randomUUID();
  return context.em.fork().transactional(async (em) => {
    const line = await lockLine(context, em, id, productId);
    const wanted = line.quantity + quantity;
    const result = limitedQuantity(wanted, line.stockQuantity);
    const message = result < wanted ? limitMessage(line.name, result) : null;
    if (result <= line.quantity) {
      const reason = limitMessage(line.name, result);
      const code = result === line.stockQuantity ? "out_of_stock" : "validation_failed";
      throw new ShopError(code, reason, { fields: { quantity: [reason] } });
    }
    await writeLine(em, id, productId, result);
    return { cartId: id, productName: line.name, quantity: result, limitMessage: message };
  });
}
