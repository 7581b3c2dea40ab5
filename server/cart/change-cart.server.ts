import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Cart, CartLine, Checkout } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { limitedQuantity, limitMessage, MAX_LINE_QUANTITY, requireLineQuantity } from "./cart-view.ts";
import { lockLine, writeLine } from "./read-cart.server.ts";

/**
 * Adds a product to a cart, or to a new one. A line that exists grows by the quantity, up to 99 and to what can be
 * sold: the message says why it is less than the sum.
 * @throws ShopError `not_found`, `out_of_stock` when nothing can be added, `validation_failed` for a quantity
 * outside 1 to 99 or a line that is full.
 */
export async function addToCart(
  context: Context,
  cartId: string | null,
  { productId, quantity }: { productId: number; quantity: number },
) {
  requireLineQuantity(quantity);
  if (cartId === null) await countAgainstLimit(context, "new-cart");
  const id = cartId ?? randomUUID();
  return context.em.fork().transactional(async (em) => {
    const line = await lockLine(context, em, id, productId);
    const requestedQuantity = line.quantity + quantity;
    const result = limitedQuantity(requestedQuantity, line.stockQuantity);
    const message = result < requestedQuantity ? limitMessage(line.name, result) : null;
    if (result <= line.quantity) {
      const reason = limitMessage(line.name, result);
      const code = result === line.stockQuantity ? "out_of_stock" : "validation_failed";
      throw new ShopError(code, reason, { fields: { quantity: [reason] } });
    }
    await writeLine(em, id, productId, result);
    return { cartId: id, productName: line.name, quantity: result, limitMessage: message };
  });
}

/**
 * Sets the quantity of a line, up to what can be sold: the message says why it is less than was asked for.
 * @throws ShopError `not_found` when the cart has no such line, `out_of_stock` when nothing can be sold,
 * `validation_failed` for a quantity outside 1 to 99.
 */
export async function changeQuantity(
  context: Context,
  cartId: string,
  { productId, quantity }: { productId: number; quantity: number },
) {
  requireLineQuantity(quantity);
  return context.em.fork().transactional(async (em) => {
    const line = await lockLine(context, em, cartId, productId);
    if (line.quantity === 0) throw new ShopError("not_found", "This product is not in your cart.");
    const result = limitedQuantity(quantity, line.stockQuantity);
    await writeLine(em, cartId, productId, result);
    return { quantity: result, limitMessage: result < quantity ? limitMessage(line.name, result) : null };
  });
}

/** Takes a product out of a cart; one that is not in it is left out already. */
export async function removeFromCart(
  context: Context,
  cartId: string,
  { productId }: { productId: number },
): Promise<void> {
  await context.em.nativeDelete(CartLine, { cart: cartId, product: productId });
}

/** Empties a cart; runs inside the caller's transaction when `context.em` is in one. */
export async function clearCart(context: Context, cartId: string): Promise<void> {
  await context.em.nativeDelete(CartLine, { cart: cartId });
}

const cartSchema = z.object({ id: z.string(), user_id: z.number().nullable() });

const boughtSchema = z.object({ id: z.string() });

/** The checkouts of a cart that have an order, or get one as soon as somebody's money is here. */
const BOUGHT = `select id from checkout
  where cart_id = ? and (status = 'paid' or exists (
    select from payment where checkout_id = checkout.id and status in ('processing', 'succeeded')))`;

/**
 * At sign-in: makes the browser's cart the user's. When the user has one already (from another device) the lines
 * are summed there, up to 99 each; stock is looked at when the cart is paid. So they are in a new one where the
 * browser's has bought something, or pays for it: whoever did may be somebody else, and a cart shows its orders. A
 * cart that belongs to somebody else, left in a shared browser, is not touched. Returns the cart the browser should
 * carry from now on.
 */
export async function mergeCarts(
  context: Context,
  fromCartId: string | null,
  userId: number,
): Promise<string | null> {
  return context.em.fork().transactional(async (em) => {
    // One sign-in of a user at a time, so that two devices cannot each make a cart theirs.
    await em.execute("select id from user_account where id = ? for update", [userId]);
    const carts = await rawRows(
      em,
      cartSchema,
      "select id, user_id from cart where user_id = ? or id = ? order by updated_at desc, id for update",
      [userId, fromCartId],
    );
    let own = carts.find((cart) => cart.user_id === userId)?.id ?? null;
    const brought = carts.find((cart) => cart.id === fromCartId && cart.user_id === null)?.id ?? null;
    if (!brought) return carts.find((cart) => cart.id === fromCartId && cart.user_id === userId)?.id ?? own;
    const bought = await rawRows(em, boughtSchema, BOUGHT, [brought]);
    if (!own && bought.length === 0) {
      await em.nativeUpdate(Cart, { id: brought }, { user: userId });
      return brought;
    }
    own ??= await em.insert(Cart, { id: randomUUID(), user: userId });
    await em.execute(
      `insert into cart_line (cart_id, product_id, quantity)
       select ?, product_id, quantity from cart_line where cart_id = ? order by id
       on conflict (cart_id, product_id)
       do update set quantity = least(cart_line.quantity + excluded.quantity, ?)`,
      [own, brought, MAX_LINE_QUANTITY],
      "run",
    );
    await em.nativeDelete(CartLine, { cart: brought });
    // A payment that has only begun takes what it buys out of the cart that has the lines now.
    const begun = { cart: brought, id: { $nin: bought.map(({ id }) => id) } };
    await em.nativeUpdate(Checkout, begun, { cart: own });
    await em.nativeUpdate(Cart, { id: own }, { updatedAt: context.clock.now() });
    return own;
  });
}

/** What is not a number becomes 1. Numbers no line can hold are refused by the verbs. */
const quantity = z.preprocess((value) => {
  const read = readNumber(typeof value === "string" ? value : "");
  return "plain" in read ? Number(read.plain) : 1;
}, z.number());

/** The forms that post to /cart, distinguished by `intent`. */
export const cartFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), productId: rowIdFromText, quantity }),
  z.object({ intent: z.literal("change"), productId: rowIdFromText, quantity }),
  z.object({ intent: z.literal("remove"), productId: rowIdFromText }),
  z.object({ intent: z.literal("clear") }),
]);

export type CartForm = z.infer<typeof cartFormSchema>;

/** The action's response to a form that the browser's JavaScript sent; the root route loads the cart itself. */
export interface CartReply {
  ok: boolean;
  /** Why it was refused, or why a line holds less than was requested. */
  message: string | null;
}
