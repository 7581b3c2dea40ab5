import type { Context } from "#server/core/context.ts";
import { MAX_LINE_QUANTITY } from "./cart-rules.ts";

/**
 * At sign-in: makes the browser's cart the user's. When the user has one already (from another device) the lines
 * are summed there, up to 99 each; stock is looked at when the cart is paid. A cart that belongs to somebody else,
 * left in a shared browser, is not touched. Returns the cart the browser should carry from now on.
 */
export async function mergeCarts(
  context: Context,
  fromCartId: string | null,
  userId: number,
): Promise<string | null> {
  return context.em.fork().transactional(async (em) => {
    // One sign-in of a user at a time, so that two devices cannot each make a cart theirs.
    await em.execute("select id from user_account where id = ? for update", [userId]);
    const carts = await em.execute<{ id: string; user_id: number | null }[]>(
      "select id, user_id from cart where user_id = ? or id = ? order by updated_at desc, id for update",
      [userId, fromCartId],
    );
    const own = carts.find((cart) => cart.user_id === userId)?.id ?? null;
    const brought = carts.find((cart) => cart.id === fromCartId && cart.user_id === null)?.id ?? null;
    if (!brought) return carts.find((cart) => cart.id === fromCartId && cart.user_id === userId)?.id ?? own;
    if (!own) {
      await em.execute("update cart set user_id = ? where id = ?", [userId, brought], "run");
      return brought;
    }
    await em.execute(
      `insert into cart_line (cart_id, product_id, quantity)
       select ?, product_id, quantity from cart_line where cart_id = ? order by id
       on conflict (cart_id, product_id)
       do update set quantity = least(cart_line.quantity + excluded.quantity, ?)`,
      [own, brought, MAX_LINE_QUANTITY],
      "run",
    );
    await em.execute("delete from cart_line where cart_id = ?", [brought], "run");
    // A payment that is under way takes what it bought out of the cart that has the lines now.
    await em.execute(
      "update checkout set cart_id = ? where cart_id = ? and status <> 'paid'",
      [own, brought],
      "run",
    );
    await em.execute("update cart set updated_at = ? where id = ?", [context.clock.now(), own], "run");
    return own;
  });
}
