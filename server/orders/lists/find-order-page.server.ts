import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { isRowId } from "#server/core/row-id.ts";
import { ordersOf, sortedOrders } from "./find-orders.server.ts";
import type { PackingDetails, StaffOrder } from "./find-staff-order.server.ts";
import { openOrder } from "./find-staff-order.server.ts";
import {
  beyondOrder,
  conditionsOfWays,
  orderConditions,
  orderSortColumns,
} from "./order-conditions.server.ts";
import { type OrderSearch, readOrderTerm } from "./order-search.ts";
import { sortFor } from "./search-orders.server.ts";

/** An order beside this one. */
export interface NeighbourOrder {
  id: number;
  invoiceNumber: string;
}

interface OrderPage {
  order: StaffOrder | PackingDetails;
  /** The orders before and after it in the list that it was found in; null at the ends. */
  previous: NeighbourOrder | null;
  next: NeighbourOrder | null;
}

/**
 * An order by its id or invoice number, as far as whoever asks may see it, with its neighbours in a list; null where
 * there is none. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findOrderPage = read(
  "orders.view",
  async (context: Context, key: string, search: OrderSearch): Promise<OrderPage | null> => {
    const id = await findOrderId(context, key);
    if (id === null) return null;
    return {
      order: await openOrder(context, id),
      previous: await findNeighbour(context, search, id, "previous"),
      next: await findNeighbour(context, search, id, "next"),
    };
  },
);

async function findOrderId({ em }: Context, key: string): Promise<number | null> {
  const orders = ordersOf(em).select("o.id");
  if (/^INV-\d{1,16}$/.test(key)) {
    return (await orders.where("o.invoice_number", "=", key).executeTakeFirst())?.id ?? null;
  }
  const id = /^\d{1,10}$/.test(key) ? Number(key) : 0;
  if (!isRowId(id)) return null;
  return (await orders.where("o.id", "=", id).executeTakeFirst())?.id ?? null;
}

/** What the list shows above or below it, whether or not the order itself is still in the list. */
async function findNeighbour(
  context: Context,
  search: OrderSearch,
  id: number,
  which: "previous" | "next",
): Promise<NeighbourOrder | null> {
  const term = readOrderTerm(search.search, context.settings.orderNumberPrefix);
  if (term.kind === "too_short") return null;
  const { column, descending } = orderSortColumns[sortFor(context, search)];
  const goesDown = descending === (which === "next");
  const found = await sortedOrders(context.em, {
    conditions: [...orderConditions(context, search), beyondOrder(column, goesDown ? "<" : ">", id)],
    ways: await conditionsOfWays(context, term),
    column,
    direction: goesDown ? "desc" : "asc",
    limit: 1,
  })
    .select(["o.id", "o.invoice_number as invoiceNumber"])
    .executeTakeFirst();
  return found ?? null;
}
