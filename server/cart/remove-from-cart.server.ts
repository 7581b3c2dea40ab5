import type { Context } from "#server/core/context.ts";

/** Takes a product out of a cart; one that is not in it is left out already. */
export async function removeFromCart(
  context: Context,
  cartId: string,
  { productId }: { productId: number },
): Promise<void> {
  await context.em.execute(
    "delete from cart_line where cart_id = ? and product_id = ?",
    [cartId, productId],
    "run",
  );
}
