import type { FilterQuery } from "@mikro-orm/postgresql";
import { z } from "zod";
import { CarbonStatement, CorrectionNote, Order } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/read.server.ts";
import { purchasesOf } from "#server/accounts/user-views.server.ts";
import { addToCart } from "#server/cart/change-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { actorMay, type Capability } from "#server/core/roles.ts";
import { allOf, condition, isoTime, rawRow, typedSql } from "#server/core/typed-sql.server.ts";
import { codeOf } from "#server/pricing/money.ts";
import { readConfirmationToken } from "./confirmation.server.ts";
import { textFor } from "./order.ts";
import { newestFirst, type OwnOrder, only, orderOf, ordersOf, own, readOwn } from "./order-views.server.ts";
import { sumOf } from "./vat-document.ts";
import { cancelByOf, wordingOf } from "./withdrawal-texts.ts";

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
    ...(await sinceOrdered(context, { ...order, billingAddress, shippingAddress })),
  };
}

type Ordered = Parameters<typeof cancelByOf>[0] & Parameters<typeof wordingOf>[0] & { id: number };

/** What its buyer is told of what happened to an order since, and how they cancel it. */
export async function sinceOrdered(context: Context, order: Ordered) {
  const em = context.em.fork();
  const events = await eventsOf(em, order.id);
  return {
    /** Null before it went out, and of a cancelled order. */
    cancelBy: cancelByOf(order),
    /** By whose law it is cancelled. */
    wording: wordingOf(order),
    hasCarbonStatement: (await em.count(CarbonStatement, { order: order.id, revokedAt: null })) > 0,
    timeline: events.flatMap(({ id, kind, message, createdAt }) => {
      const text = textFor("buyer", { kind, message });
      return text === null ? [] : [{ id, message: text, createdAt }];
    }),
    notes: await correctionNotesOf(context, order.id),
  };
}

/** The lines of an order's timeline, the oldest first. */
export function eventsOf(em: Context["em"], order: number) {
  return typedSql(em)
    .selectFrom("order_event as e")
    .where("e.order_id", "=", order)
    .orderBy("e.created_at")
    .orderBy("e.id")
    .select(({ ref }) => [
      "e.id",
      "e.kind",
      "e.message",
      "e.actor_name as actorName",
      isoTime(ref("e.created_at")).as("createdAt"),
    ])
    .execute();
}

/** An own order with what its buyer is told of what happened to it. */
export type OpenedOwnOrder = Awaited<ReturnType<typeof findOwnOrder>>;

const countsSchema = z.object({ totalOrders: z.coerce.number(), completedOrders: z.coerce.number() });

/** @throws ShopError `unauthenticated` */
export async function ownOrderTotals(context: Context) {
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
  return {
    ...counts,
    /** What was paid and not given back, cancelled orders left out. */
    totalSpent: purchases(id).paid,
    currency,
  };
}

/** The figures of the customer dashboard. */
export type OwnOrderTotals = Awaited<ReturnType<typeof ownOrderTotals>>;

/** Whose own orders are asked for. @throws ShopError `unauthenticated`, `forbidden` */
export function ownerId(context: Context): number {
  requirePermission(context, "orders.viewOwn");
  if (context.actor.kind !== "user") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return context.actor.id;
}

/**
 * Puts what an own order held into the cart, at today's prices and as far as there is stock: into one made now where
 * there was none. Says what could not be added, or not in full.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function buyAgain(context: Context, cartId: string | null, orderId: number) {
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

/** The credit and debit notes of an order, the oldest first. */
export async function correctionNotesOf(context: Context, orderId: number) {
  const notes = await context.em.fork().find(CorrectionNote, { order: orderId }, { orderBy: { id: "asc" } });
  return notes.map(({ kind, number, content, refund }) => ({
    kind,
    number,
    amount: sumOf(content.lines).gross,
    /** None where an order was cancelled before anybody paid. */
    refundId: refund?.id ?? null,
  }));
}

/** A credit or debit note, as a line among an order's documents. */
export type CorrectionNoteView = Awaited<ReturnType<typeof correctionNotesOf>>[number];

export interface OrderVisitor {
  /** The number in the address. */
  invoiceNumber: string;
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

const INVOICE_NUMBER = /^INV-\d{1,16}$/;

/**
 * An order for those whose it is: the customer who placed it, and its payer, known by the signed link or the browser's
 * own cart as on the confirmation page; and for staff who hold `staffMay`. Null for everybody else, whether the number
 * exists or not.
 */
export async function findVisitedOrder(
  context: Context,
  visitor: OrderVisitor,
  staffMay: Capability,
): Promise<Order | null> {
  const { invoiceNumber } = visitor;
  if (!INVOICE_NUMBER.test(invoiceNumber)) return null;
  const readable = await readableOrders(context, visitor, staffMay);
  // Does not read somebody else's order, so that it takes as long as one that does not exist.
  const em = context.em.fork();
  if (readable === "any") return em.findOne(Order, { invoiceNumber });
  return readable.length > 0 ? em.findOne(Order, { invoiceNumber, $or: readable }) : null;
}

/** The conditions under which an order is the visitor's. */
async function readableOrders(
  { actor, clock, em }: Context,
  { invoiceNumber, cartId, token }: OrderVisitor,
  staffMay: Capability,
): Promise<"any" | FilterQuery<Order>[]> {
  if (actorMay(actor, staffMay)) return "any";
  const readable: FilterQuery<Order>[] = actor.kind === "user" ? [{ customer: actor.id }] : [];
  if (token) {
    const link = await readConfirmationToken(em.fork(), token, clock.now());
    return link?.invoiceNumber === invoiceNumber && !link.expired ? "any" : readable;
  }
  return cartId === null ? readable : [...readable, { checkout: { cart: cartId } }];
}
