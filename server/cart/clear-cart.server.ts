import type { Context } from "#server/core/context.ts";

/** Empties a cart; runs inside the caller's transaction when `context.em` is in one. */
export async function clearCart(context: Context, cartId: string): Promise<void> {
  await context.em.execute("delete from cart_line where cart_id = ?", [cartId], "run");
}
