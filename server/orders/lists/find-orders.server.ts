import type { EntityManager } from "@mikro-orm/postgresql";
import { type ExpressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Tables } from "#db/tables.ts";
import { read } from "#server/access/read.server.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { actorMay } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/row-id.ts";
import { allOf, type Condition, condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { beyondOrder } from "./order-conditions.server.ts";
import { type OrderView, orderViewOf, type PackingOrder, packingOrderOf } from "./order-view.ts";
import { type OwnOrder, ownOrderOf } from "./own-order.ts";

/** Orders before it is said what of each is read. */
export function ordersOf(em: EntityManager) {
  return typedSql(em).selectFrom("customer_order as o");
}

export type OrdersQuery = ReturnType<typeof ordersOf>;
type OrderColumns = ExpressionBuilder<Tables & { o: Tables["customer_order"] }, "o">;

const packedColumns = [
  "o.id",
  "o.invoice_number as invoiceNumber",
  "o.customer_name as customerName",
  "o.customer_email as customerEmail",
  "o.customer_phone as customerPhone",
  "o.customer_address as customerAddress",
  "o.status",
  "o.delivery",
  "o.delivery_to_be_agreed as deliveryToBeAgreed",
] as const;

const packedItem = [
  "l.id",
  "l.product_id as productId",
  "l.product_name as productName",
  "l.quantity",
] as const;

const linesOf = (o: OrderColumns) =>
  o.selectFrom("order_line as l").whereRef("l.order_id", "=", "o.id").orderBy("l.id");

/** The columns of an `OrderView`; the items come as JSON, so that a list is one query however long it is. */
export const orderColumns = (o: OrderColumns) =>
  [
    ...packedColumns,
    isoTime(o.ref("o.created_at")).as("createdAt"),
    isoTime(o.ref("o.dispatched_at")).as("dispatchedAt"),
    "o.customer_id as customerId",
    "o.total_amount as totalAmount",
    "o.currency",
    "o.subtotal",
    "o.tax_amount as taxAmount",
    "o.shipping_cost as shippingCost",
    "o.payment_method as paymentMethod",
    jsonArrayFrom(
      linesOf(o).select([...packedItem, "l.unit_price as price", "l.per_measure as perMeasure"]),
    ).as("items"),
  ] as const;

/** The same of a `PackingOrder`: what is not to be seen is not even read. */
const packingColumns = (o: OrderColumns) =>
  [
    ...packedColumns,
    isoTime(o.ref("o.created_at")).as("createdAt"),
    jsonArrayFrom(linesOf(o).select(packedItem)).as("items"),
  ] as const;

/** Reads of orders what whoever asks may see: without money for those who may not see it. */
export async function readForStaff(
  { actor }: Pick<Context, "actor">,
  orders: OrdersQuery,
): Promise<OrderView[] | PackingOrder[]> {
  return actorMay(actor, "orders.viewMoney")
    ? (await orders.select(orderColumns).execute()).map(orderViewOf)
    : (await orders.select(packingColumns).execute()).map(packingOrderOf);
}

interface OrdersQuestion {
  /** All of these … */
  conditions: readonly (Condition | undefined)[];
  /** … and one of these, each of which has an index; null where nothing more is asked. */
  ways: readonly Condition[] | null;
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
  const { conditions, ways, column, direction, limit } = question;
  const firstOf = (orders: OrdersQuery) =>
    orders.orderBy(`o.${column}`, direction).orderBy("o.id", direction).limit(limit);
  const [only, ...others] = ways ?? [condition`true`];
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

/** The newest orders first, for staff. @throws ShopError `unauthenticated` or `forbidden`. */
export const listNewestOrders = read(
  "orders.view",
  async (context: Context, limit: number): Promise<OrderView[] | PackingOrder[]> => {
    return readForStaff(context, newestFirst(ordersOf(context.em)).limit(limit));
  },
);

/**
 * The newest orders first with what they came to, for scripts; `after` goes on behind the order of that id, wherever
 * the list has grown.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export const listRecentOrders = read(
  ["orders.view", "orders.viewMoney"],
  async (context: Context, limit: number, after?: number): Promise<OrderView[]> => {
    const behind = after === undefined ? undefined : beyondOrder("created_at", "<", after);
    const orders = newestFirst(ordersOf(context.em).where(allOf([behind]))).limit(limit);
    return (await orders.select(orderColumns).execute()).map(orderViewOf);
  },
);

/**
 * One order, for staff who may see money or for the customer whose it is. Somebody else's order is not found rather than forbidden,
 * so that its number tells nothing.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function findOrder(context: Context, id: number): Promise<OrderView | OwnOrder> {
  const anybodys = actorMay(context.actor, "orders.viewMoney");
  if (!anybodys) requirePermission(context, "orders.viewOwn");
  const customerId = context.actor.kind === "user" ? context.actor.id : null;
  const order = isRowId(id)
    ? await ordersOf(context.em)
        .where("o.id", "=", id)
        .$if(!anybodys, (orders) => orders.where("o.customer_id", "=", customerId))
        .select(orderColumns)
        .executeTakeFirst()
    : undefined;
  if (!order) throw new ShopError("not_found", "Order not found");
  return anybodys ? orderViewOf(order) : ownOrderOf(order);
}

/** One order as staff who may see money see it. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findAnyOrder = read(
  ["orders.view", "orders.viewMoney"],
  async (context: Context, id: number): Promise<OrderView> => {
    const order = isRowId(id)
      ? await ordersOf(context.em).where("o.id", "=", id).select(orderColumns).executeTakeFirst()
      : undefined;
    if (!order) throw new ShopError("not_found", "Order not found");
    return orderViewOf(order);
  },
);

/** One order as whoever packs it sees it. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findPackingOrder = read(
  "orders.view",
  async (context: Context, id: number): Promise<PackingOrder> => {
    const order = isRowId(id)
      ? await ordersOf(context.em).where("o.id", "=", id).select(packingColumns).executeTakeFirst()
      : undefined;
    if (!order) throw new ShopError("not_found", "Order not found");
    return packingOrderOf(order);
  },
);
