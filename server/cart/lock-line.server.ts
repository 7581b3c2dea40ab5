import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { MAX_LINE_QUANTITY } from "./cart-view.ts";

export interface LockedLine {
  name: string;
  /** What this cart may hold at most; 99 while stock is not managed. */
  stockQuantity: number;
  /** What the cart holds already. */
  quantity: number;
}

/**
 * What this cart could buy of a product: stock less what others hold. What an open payment of this very cart
 * holds is not lost to it.
 */
export const sellableToCart = `greatest(product.stock_quantity - product.held_quantity + coalesce((
    select sum(stock_hold.quantity) from stock_hold join checkout on checkout.id = stock_hold.checkout_id
    where stock_hold.product_id = product.id and checkout.cart_id = ?), 0), 0)::int`;

const lineSchema = z.object({ name: z.string(), sellable: z.number(), quantity: z.number() });

/**
 * Makes the cart when there is none yet, locks it until the transaction ends (so that two adds take turns), and
 * reads its line of a product.
 * @throws ShopError `not_found` for a product that is unknown or archived.
 */
export async function lockLine(
  context: Context,
  em: EntityManager,
  cartId: string,
  productId: number,
): Promise<LockedLine> {
  const now = context.clock.now();
  await em.execute(
    `insert into cart (id, user_id, created_at, updated_at) values (?, ?, ?, ?)
     on conflict (id) do update set updated_at = excluded.updated_at`,
    [cartId, context.actor.kind === "user" ? context.actor.id : null, now, now],
    "run",
  );
  const [row] = await rawRows(
    em,
    lineSchema,
    `select product.name, ${sellableToCart} as sellable, coalesce(cart_line.quantity, 0) as quantity
     from product left join cart_line on cart_line.product_id = product.id and cart_line.cart_id = ?
     where product.id = ? and product.archived_at is null`,
    [cartId, cartId, productId],
  );
  if (!row) throw new ShopError("not_found", "This product is no longer available.");
  const stockQuantity = context.settings.stockManagement ? row.sellable : MAX_LINE_QUANTITY;
  return { name: row.name, stockQuantity, quantity: row.quantity };
}

/** Sets the quantity of a line of a cart that `lockLine` has locked. */
export async function writeLine(
  em: EntityManager,
  cartId: string,
  productId: number,
  quantity: number,
): Promise<void> {
  await em.execute(
    `insert into cart_line (cart_id, product_id, quantity) values (?, ?, ?)
     on conflict (cart_id, product_id) do update set quantity = excluded.quantity`,
    [cartId, productId, quantity],
    "run",
  );
}
