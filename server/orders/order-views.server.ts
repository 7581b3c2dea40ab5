import type { EntityManager } from "@mikro-orm/postgresql";
import { type ExpressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Tables } from "#db/tables.ts";
import { read, requirePermission } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/fields.ts";
import { actorMay } from "#server/core/roles.ts";
import {
  allOf,
  type Condition,
  condition,
  isoTime,
  typedSql,
  withoutKey,
} from "#server/core/typed-sql.server.ts";
import { beyondOrder } from "./order-conditions.server.ts";

/** Orders before it is said what of each is read. */
export function ordersOf(em: EntityManager) {
  return typedSql(em).selectFrom("customer_order as o");
}

export type OrdersQuery = ReturnType<typeof ordersOf>;
export type OrderColumns = ExpressionBuilder<Tables & { o: Tables["customer_order"] }, "o">;

const linesOf = (o: OrderColumns) =>
  o.selectFrom("order_line as l").whereRef("l.order_id", "=", "o.id").orderBy("l.id");

const units = ["l.id", "l.product_id as productId", "l.product_name as productName", "l.quantity"] as const;

/** What all who may see an order at all read of it: who gets it, where to, and where it stands. */
export const everybody = (o: OrderColumns) =>
  [
    "o.id",
    "o.invoice_number as invoiceNumber",
    "o.customer_name as customerName",
    "o.customer_email as customerEmail",
    "o.customer_phone as customerPhone",
    "o.customer_address as customerAddress",
    "o.status",
    isoTime(o.ref("o.created_at")).as("createdAt"),
    isoTime(o.ref("o.dispatched_at")).as("dispatchedAt"),
  ] as const;

/** What it came to, as it is stored: pence in its currency, VAT included. */
const amounts = [
  "o.customer_id as customerId",
  "o.total_amount as totalAmount",
  "o.currency",
  "o.subtotal",
  "o.tax_amount as taxAmount",
  "o.shipping_cost as shippingCost",
  "o.payment_method as paymentMethod",
] as const;

/*
 * An order as data: what each reader may see is one select, and its row is what they are shown. The items come as JSON,
 * so that a list is one query however long it is.
 */

/** For anyone who packs it: nothing of money is even read, of its delivery neither. */
const packing = (o: OrderColumns) =>
  [
    ...everybody(o),
    "o.delivery_to_be_agreed as deliveryToBeAgreed",
    withoutKey(o.ref("o.delivery"), "price").as("delivery"),
    jsonArrayFrom(linesOf(o).select(units)).as("items"),
  ] as const;

/** For staff who may see money, and scripts of theirs. */
export const money = (o: OrderColumns) =>
  [
    ...everybody(o),
    ...amounts,
    "o.delivery_to_be_agreed as deliveryToBeAgreed",
    "o.delivery",
    jsonArrayFrom(linesOf(o).select([...units, "l.unit_price as price"])).as("items"),
  ] as const;

/** For its buyer: with what a measure cost where they were told, without what each parcel holds. */
export const own = (o: OrderColumns) =>
  [
    ...everybody(o),
    ...amounts,
    withoutKey(o.ref("o.delivery"), "split").as("delivery"),
    jsonArrayFrom(linesOf(o).select([...units, "l.unit_price as price", "l.per_measure as perMeasure"])).as(
      "items",
    ),
  ] as const;

const readPacking = (orders: OrdersQuery) => orders.select(packing).execute();
const readMoney = (orders: OrdersQuery) => orders.select(money).execute();
export const readOwn = (orders: OrdersQuery) => orders.select(own).execute();

export type PackingOrder = Awaited<ReturnType<typeof readPacking>>[number];
export type OrderView = Awaited<ReturnType<typeof readMoney>>[number];
export type OwnOrder = Awaited<ReturnType<typeof readOwn>>[number];

/** Reads of orders what anyone who asks may see: without money for those who may not see it. */
export function readForStaff(
  { actor }: Pick<Context, "actor">,
  orders: OrdersQuery,
): Promise<OrderView[] | PackingOrder[]> {
  return actorMay(actor, "orders.viewMoney") ? readMoney(orders) : readPacking(orders);
}

interface OrdersQuestion {
  /** All of these … */
  conditions: readonly (Condition | undefined)[];
  /** … and one of these, each of which has an index; null where nothing more is asked. */
  matches: readonly Condition[] | null;
  column: "created_at" | "total_amount";
  direction: "asc" | "desc";
  limit: number;
}

/**
 * The first orders in a sort. Each way is asked by itself and what they find is put together: joined by `or`, the
 * database would look through all orders for a text that few have. By total the ids come first, too: an index knows the
 * totals of some days' orders, and only those of one page are read.
 */
export function sortedOrders(em: EntityManager, question: OrdersQuestion): OrdersQuery {
  const { conditions, matches, column, direction, limit } = question;
  const firstOf = (orders: OrdersQuery) =>
    orders.orderBy(`o.${column}`, direction).orderBy("o.id", direction).limit(limit);
  const [only, ...others] = matches ?? [condition`true`];
  if (!only) return ordersOf(em).where(condition`false`);
  if (others.length === 0 && column !== "total_amount")
    return firstOf(ordersOf(em).where(allOf([...conditions, only])));
  const found = [only, ...others].map((way) => {
    const orders = firstOf(ordersOf(em).where(allOf([...conditions, way])));
    return sql`array${orders.select("o.id")}`;
  });
  return firstOf(ordersOf(em).where(condition`o.id = any(${sql.join(found, sql` || `)})`));
}

/** The newest of them first. */
export function newestFirst(orders: OrdersQuery): OrdersQuery {
  return orders.orderBy("o.created_at", "desc").orderBy("o.id", "desc");
}

/** The newest orders first, for staff. */
export const listNewestOrders = read(
  "orders.view",
  (context: Context, limit: number): Promise<OrderView[] | PackingOrder[]> =>
    readForStaff(context, newestFirst(ordersOf(context.em)).limit(limit)),
);

/**
 * The newest orders first with what they came to, for scripts; `after` goes on behind the order of that id, wherever
 * the list has grown.
 */
export const listRecentOrders = read(
  ["orders.view", "orders.viewMoney"],
  (context: Context, limit: number, after?: number): Promise<OrderView[]> => {
    const behind = after === undefined ? undefined : beyondOrder("created_at", "<", after);
    return readMoney(newestFirst(ordersOf(context.em).where(allOf([behind]))).limit(limit));
  },
);

/**
 * One order, for staff who may see money or for the customer whose it is. Somebody else's order is not found rather
 * than forbidden, so that its number tells nothing.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function findOrder(context: Context, id: number): Promise<OrderView | OwnOrder> {
  if (actorMay(context.actor, "orders.viewMoney")) return only(readMoney(orderOf(context, id)));
  requirePermission(context, "orders.viewOwn");
  const customerId = context.actor.kind === "user" ? context.actor.id : null;
  return only(readOwn(orderOf(context, id).where("o.customer_id", "=", customerId)));
}

/** One order as its buyer sees it. Anyone who calls has asked whose it is. @throws ShopError `not_found` */
export function findAsBuyer(context: Context, id: number): Promise<OwnOrder> {
  return only(readOwn(orderOf(context, id)));
}

/** One order as staff who may see money see it. @throws ShopError `not_found` */
export const findAnyOrder = read(
  ["orders.view", "orders.viewMoney"],
  (context: Context, id: number): Promise<OrderView> => only(readMoney(orderOf(context, id))),
);

/** One order as anyone who packs it sees it. @throws ShopError `not_found` */
export const findPackingOrder = read(
  "orders.view",
  (context: Context, id: number): Promise<PackingOrder> => only(readPacking(orderOf(context, id))),
);

/** None for a number that the database cannot hold. */
export function orderOf({ em }: Pick<Context, "em">, id: number): OrdersQuery {
  return ordersOf(em).where("o.id", "=", isRowId(id) ? id : 0);
}

/** @throws ShopError `not_found` */
export async function only<View>(found: Promise<View[]>): Promise<View> {
  const [order] = await found;
  if (!order) throw new ShopError("not_found", "Order not found");
  return order;
}
