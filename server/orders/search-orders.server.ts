import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { countProducts } from "#server/catalogue/find-staff-products.server.ts";
import type { Context } from "#server/core/context.ts";
import { isRowId } from "#server/core/fields.ts";
import { actorMay } from "#server/core/roles.ts";
import { type Condition, rawRow } from "#server/core/typed-sql.server.ts";
import { codeOf } from "#server/pricing/money.ts";
import { readFigures, salesByDay } from "./figures.server.ts";
import {
  beyondOrder,
  conditionsOfTerm,
  orderConditions,
  orderSortColumns,
} from "./order-conditions.server.ts";
import {
  isSortByTotal,
  type OrderSearch,
  type OrderSort,
  readOrderTerm,
  readWholeNumber,
} from "./order-search.ts";
import {
  type OrdersQuery,
  type OrderView,
  ordersOf,
  type PackingOrder,
  readForStaff,
  sortedOrders,
} from "./order-views.server.ts";

const PAGE = 50;
const MOST_COUNTED = 50_000;

export interface OrdersPage {
  orders: OrderView[] | PackingOrder[];
  /** The id to go on `before`, and `after`; null at the ends. */
  previous: number | null;
  next: number | null;
  /** How many there are in all; null where counting takes too long, as of a text. */
  total: number | null;
  /** What was typed is too short to search for: how much it takes. */
  needs: string | null;
}

/** All orders by text, status and days, a page at a time: keyset paging by the sort's column and the id. */
export const searchOrders = read(
  "orders.view",
  async (context: Context, search: OrderSearch): Promise<OrdersPage> => {
    const term = readOrderTerm(search.search, context.settings.orderNumberPrefix);
    if (term.kind === "too_short") {
      return { orders: [], previous: null, next: null, total: null, needs: term.needs };
    }
    const { column, descending } = orderSortColumns[sortFor(context, search)];
    const backwards = search.before !== undefined && search.after === undefined;
    const goesDown = descending !== backwards;
    const direction = goesDown ? "desc" : "asc";
    const goesOn = search.after ?? search.before;
    const conditions = orderConditions(context, search);
    if (goesOn !== undefined) conditions.push(beyondOrder(column, goesDown ? "<" : ">", goesOn));
    const matches = await conditionsOfTerm(context, term);
    const question = { conditions, matches, column, direction, limit: PAGE + 1 } as const;
    const found = await readForStaff(context, sortedOrders(context.em, question));
    const hasMore = found.length > PAGE;
    const page = found.slice(0, PAGE);
    if (backwards) page.reverse();
    const hasBefore = backwards ? hasMore : search.after !== undefined;
    const hasAfter = backwards || hasMore;
    return {
      orders: page,
      previous: hasBefore ? (page[0]?.id ?? null) : null,
      next: hasAfter ? (page.at(-1)?.id ?? null) : null,
      total: await countOrders(context, search),
      needs: null,
    };
  },
);

/** The newest orders that a text finds; none for a text that is too short. @throws ShopError as above */
export const findNewestMatches = read(
  "orders.view",
  async (context: Context, text: string, limit: number): Promise<OrderView[] | PackingOrder[]> => {
    const matches = await conditionsOfTerm(context, readOrderTerm(text, context.settings.orderNumberPrefix));
    return readForStaff(context, newestOf(context, matches ?? [], limit));
  },
);

/** The order that has exactly this number, or this id of a payment, a refund or a payment page; else null. */
export const findExactOrder = read(
  "orders.view",
  async (context: Context, text: string): Promise<number | null> => {
    const matches = await conditionsOfTerm(context, readWholeNumber(text));
    const [only, ...others] = await newestOf(context, matches ?? [], 2)
      .select("o.id")
      .execute();
    return only && others.length === 0 ? only.id : null;
  },
);

function newestOf({ em }: Context, matches: readonly Condition[], limit: number): OrdersQuery {
  return sortedOrders(em, { conditions: [], matches, column: "created_at", direction: "desc", limit });
}

/** An order's place among all totals tells what it came to: it is for those who may see that. */
function sortFor({ actor }: Context, { sort }: OrderSearch): OrderSort {
  return isSortByTotal(sort) && !actorMay(actor, "orders.viewMoney") ? "newest" : sort;
}

const countSchema = z.object({ total: z.number() });

/**
 * By days alone from the sums, where an order of a day stays one of it; by status from the orders, which change it, up
 * to a number beyond which nobody counts. Null for all others: of a million rows they take a while.
 */
async function countOrders({ em }: Context, search: OrderSearch): Promise<number | null> {
  const { status, from, to, sort: _sort, after: _after, before: _before, ...others } = search;
  if (status === "refunded" || Object.values(others).some(Boolean)) return null;
  const asked = [
    ...(status ? [{ sql: "status = ?", value: status }] : []),
    ...(from
      ? [{ sql: status ? `created_at >= ${midnight("?::date")}` : "day >= ?::date", value: from }]
      : []),
    ...(to
      ? [{ sql: status ? `created_at < ${midnight("?::date + 1")}` : "day <= ?::date", value: to }]
      : []),
  ];
  const where = asked.length === 0 ? "" : `where ${asked.map(({ sql }) => sql).join(" and ")}`;
  const statement = status
    ? `select count(*)::int as total from (select from customer_order ${where} limit ${MOST_COUNTED + 1}) found`
    : `select coalesce(sum(orders), 0)::int as total from ${salesByDay(await readFigures(em))} sales ${where}`;
  const { total } = await rawRow(
    em,
    countSchema,
    statement,
    asked.map(({ value }) => value),
  );
  return status && total > MOST_COUNTED ? null : total;
}

const midnight = (day: string) => `(${day})::timestamp at time zone 'Europe/London'`;

/**
 * The figures of the dashboard's cards, added up by the database: today's live, earlier ones as of the last renewal.
 */
export const orderTotals = read("reports.view", async (context: Context) => {
  const currency = codeOf(context.settings.currency);
  const totals = await rawRow(
    context.em,
    totalsSchema,
    `select
       coalesce(sum(orders), 0) as "totalOrders",
       coalesce(sum(revenue), 0) as "totalRevenue",
       coalesce(sum(orders) filter (where day >= date_trunc('month', sales_day_of(?))::date), 0) as "ordersThisMonth",
       coalesce(sum(revenue - refunded) filter (where status <> 'cancelled'), 0)
         as "revenueExcludingCancelled"
     from ${salesByDay(await readFigures(context.em))} sales`,
    [context.clock.now().toISOString()],
  );
  const { onSale } = await countProducts(context.em);
  return { ...totals, products: onSale, currency };
});

/** The figures above the orders (docs/rules.md#staff-1). */
export type OrderTotals = Awaited<ReturnType<typeof orderTotals>>;

/** Sums are 64-bit, and the database gives them as text. */
const totalsSchema = z.object({
  totalOrders: z.coerce.number(),
  /** The sum of all order totals in the shop's currency, cancelled ones too. */
  totalRevenue: z.coerce.number(),
  /** Since the first of this month, UK time. */
  ordersThisMonth: z.coerce.number(),
  /** Without what was cancelled or given back. */
  revenueExcludingCancelled: z.coerce.number(),
});

/** An order beside this one. */
export interface NeighbourOrder {
  id: number;
  invoiceNumber: string;
}

/**
 * Which order has an id or invoice number, with its neighbours in a list; null where there is none.
 */
export const findOrderPage = read(
  "orders.view",
  async (context: Context, key: string, search: OrderSearch) => {
    const id = await findOrderId(context, key);
    if (id === null) return null;
    return {
      id,
      /** The orders before and after it in the list that it was found in; null at the ends. */
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
    matches: await conditionsOfTerm(context, term),
    column,
    direction: goesDown ? "desc" : "asc",
    limit: 1,
  })
    .select(["o.id", "o.invoice_number as invoiceNumber"])
    .executeTakeFirst();
  return found ?? null;
}
