import { actorMay, requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/row-id.ts";
import type { OrderView, PackingOrder } from "./order-view.ts";

const packedColumns = `
  o.id, o.invoice_number as "invoiceNumber", o.customer_name as "customerName", o.customer_email as "customerEmail",
  o.customer_phone as "customerPhone", o.customer_address as "customerAddress", o.status,
  to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

const packedFields = `'id', l.id, 'productId', l.product_id, 'productName', l.product_name, 'quantity', l.quantity`;

/** The items as JSON, so that a list is one query however long it is. */
const itemsWith = (fields: string) => `
  (select coalesce(json_agg(json_build_object(${fields}) order by l.id), '[]')
   from order_line l where l.order_id = o.id) as items`;

/** One row per order, as an `OrderView`. */
export const orderColumns = `${packedColumns}, o.customer_id as "customerId", o.total_amount as "totalAmount",
  o.subtotal, o.tax_amount as "taxAmount", o.shipping_cost as "shippingCost", o.payment_method as "paymentMethod",
  ${itemsWith(`${packedFields}, 'price', l.unit_price`)}`;

/** The same as a `PackingOrder`: what is not to be seen is not even read. */
const packingColumns = `${packedColumns}, ${itemsWith(packedFields)}`;

/** What of an order whoever asks may see: without money for those who may not see it. */
export function staffColumns({ actor }: Pick<Context, "actor">): string {
  return actorMay(actor, "orders.viewMoney") ? orderColumns : packingColumns;
}

/** The newest orders first, for staff. @throws ShopError `unauthenticated` or `forbidden`. */
export async function listNewestOrders(
  context: Context,
  limit: number,
): Promise<OrderView[] | PackingOrder[]> {
  requirePermission(context, "orders.view");
  return context.em.execute(
    `select ${staffColumns(context)} from customer_order o order by o.created_at desc, o.id desc limit ?`,
    [limit],
  );
}

/**
 * The newest orders first with what they came to, for scripts; `after` goes on behind the order of that id, wherever
 * the list has grown.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function listRecentOrders(
  context: Context,
  limit: number,
  after?: number,
): Promise<OrderView[]> {
  requirePermission(context, "orders.view");
  requirePermission(context, "orders.viewMoney");
  return after === undefined
    ? context.em.execute<OrderView[]>(
        `select ${orderColumns} from customer_order o order by o.created_at desc, o.id desc limit ?`,
        [limit],
      )
    : context.em.execute<OrderView[]>(
        `select ${orderColumns} from customer_order o
         where (o.created_at, o.id) < (select created_at, id from customer_order where id = ?)
         order by o.created_at desc, o.id desc limit ?`,
        [after, limit],
      );
}

/**
 * One order, for staff who may see money or for the customer whose it is. Somebody else's order is not found rather than forbidden,
 * so that its number tells nothing.
 * @throws ShopError `unauthenticated`, `not_found`.
 */
export async function findOrder(context: Context, id: number): Promise<OrderView> {
  const anybodys = actorMay(context.actor, "orders.viewMoney");
  if (!anybodys) requirePermission(context, "orders.viewOwn");
  const customerId = context.actor.kind === "user" ? context.actor.id : null;
  const [order] = isRowId(id)
    ? await context.em.execute<OrderView[]>(
        `select ${orderColumns} from customer_order o where o.id = ? and (? or o.customer_id = ?)`,
        [id, anybodys, customerId],
      )
    : [];
  if (!order) throw new ShopError("not_found", "Order not found");
  return order;
}

/** One order as whoever packs it sees it. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export async function findPackingOrder(context: Context, id: number): Promise<PackingOrder> {
  requirePermission(context, "orders.view");
  const [order] = isRowId(id)
    ? await context.em.execute<PackingOrder[]>(
        `select ${packingColumns} from customer_order o where o.id = ?`,
        [id],
      )
    : [];
  if (!order) throw new ShopError("not_found", "Order not found");
  return order;
}
