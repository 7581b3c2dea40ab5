import { z } from "zod";
import { requirePermission } from "#server/access/require.server.ts";
import { addToCart } from "#server/cart/change-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { allOf, condition, rawRow } from "#server/core/typed-sql.server.ts";
import { purchasesOf } from "#server/identity/account/user-views.server.ts";
import { type CurrencyCode, codeOf } from "#server/pricing/money.ts";
import { cancelByOf } from "../withdrawals/withdrawal-periods.ts";
import { wordingOf } from "../withdrawals/withdrawal-wording.ts";
import { newestFirst, type OwnOrder, only, orderOf, ordersOf, own, readOwn } from "./find-orders.server.ts";
import { correctionNotesOf, hasCarbonStatement, shopperTimeline } from "./shopper-order.server.ts";

/**
 * The signed-in person's own orders, staff's too, the newest first; with `afterId` those that follow that order.
 * @throws ShopError `unauthenticated`
 */
export async function listOwnOrders(context: Context, limit: number, afterId?: number): Promise<OwnOrder[]> {
  const customerId = ownerId(context);
  const after =
    afterId === undefined
      ? undefined
      : condition`(o.created_at, o.id) <
          (select created_at, id from customer_order where id = ${afterId} and customer_id = ${customerId})`;
  const orders = ordersOf(context.em)
    .where("o.customer_id", "=", customerId)
    .where(allOf([after]));
  return readOwn(newestFirst(orders).limit(limit));
}

/**
 * One of the person's own orders with its timeline and notes. Somebody else's is not found, even for staff,
 * and its number tells nothing.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function findOwnOrder(context: Context, id: number) {
  const customerId = ownerId(context);
  const { billingAddress, shippingAddress, ...order } = await only(
    orderOf(context, id)
      .where("o.customer_id", "=", customerId)
      .select((o) => [
        ...own(o),
        "o.billing_address as billingAddress",
        "o.shipping_address as shippingAddress",
      ])
      .execute(),
  );
  return {
    ...order,
    /** Null before it went out, and of a cancelled order. */
    cancelBy: cancelByOf(order),
    /** By whose law it is cancelled. */
    wording: wordingOf({ billingAddress, shippingAddress }),
    hasCarbonStatement: await hasCarbonStatement(context, order.id),
    timeline: await shopperTimeline(context, order.id),
    notes: await correctionNotesOf(context, order.id),
  };
}

/** An own order with what its buyer is told of what happened to it. */
export type OpenedOwnOrder = Awaited<ReturnType<typeof findOwnOrder>>;

const countsSchema = z.object({ totalOrders: z.coerce.number(), completedOrders: z.coerce.number() });

/** The figures of the customer dashboard. */
export interface OwnOrderTotals extends z.output<typeof countsSchema> {
  /** In `currency`, what was paid and not given back, cancelled orders left out. */
  totalSpent: number;
  currency: CurrencyCode;
}

/** @throws ShopError `unauthenticated` */
export async function ownOrderTotals(context: Context): Promise<OwnOrderTotals> {
  const id = ownerId(context);
  const counts = await rawRow(
    context.em,
    countsSchema,
    `select count(*) as "totalOrders", count(*) filter (where status = 'completed') as "completedOrders"
     from customer_order where customer_id = ?`,
    [id],
  );
  const currency = codeOf(context.settings.currency);
  const purchases = await purchasesOf(context.em, [id]);
  return { ...counts, totalSpent: purchases(id).paid, currency };
}

/** Whose own orders are asked for. @throws ShopError `unauthenticated`, `forbidden` */
export function ownerId(context: Context): number {
  requirePermission(context, "orders.viewOwn");
  if (context.actor.kind !== "user") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return context.actor.id;
}

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
