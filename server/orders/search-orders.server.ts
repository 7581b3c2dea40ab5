import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { orderColumns } from "./find-orders.server.ts";
import { type OrderSearch, type OrderSort, type OrderTerm, readOrderTerm } from "./order-search.ts";
import type { OrderView } from "./order-view.ts";
import { salesByDay } from "./sales-by-day.ts";

const PAGE = 50;

export interface OrdersPage {
  orders: OrderView[];
  /** The id to go on `before`, and `after`; null at the ends. */
  previous: number | null;
  next: number | null;
  /** How many there are in all; null while a text is searched for. */
  total: number | null;
  /** What was typed is too short to search for: how much it takes. */
  needs: string | null;
}

/** The two columns that each sort orders by, and where it begins. Each has an index. */
const sorts: Record<OrderSort, { column: string; descending: boolean }> = {
  newest: { column: "created_at", descending: true },
  oldest: { column: "created_at", descending: false },
  highest: { column: "total_amount", descending: true },
  lowest: { column: "total_amount", descending: false },
};

interface Condition {
  sql: string;
  parameters: unknown[];
}

/**
 * All orders by text, status and days, a page at a time: keyset paging by the sort's column and the id.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export async function searchOrders(context: Context, search: OrderSearch): Promise<OrdersPage> {
  requirePermission(context, "orders.view:any");
  const term = readOrderTerm(search.search, context.settings.orderNumberPrefix);
  if (term.kind === "too_short") {
    return { orders: [], previous: null, next: null, total: null, needs: term.needs };
  }
  const { column, descending } = sorts[search.sort];
  const backwards = search.before !== undefined && search.after === undefined;
  const goesDown = descending !== backwards;
  const order = goesDown ? "desc" : "asc";
  const conditions = [
    termCondition(term),
    statusCondition(search),
    ...dayConditions(search, "o.created_at", startOfDay),
    keysetCondition(column, goesDown ? "<" : ">", search.after ?? search.before),
  ].filter((condition) => condition !== null);
  const found = await context.em.execute<OrderView[]>(
    `select ${orderColumns} from customer_order o
     ${where(conditions)} order by o.${column} ${order}, o.id ${order} limit ${PAGE + 1}`,
    conditions.flatMap(({ parameters }) => parameters),
  );
  const hasMore = found.length > PAGE;
  const page = found.slice(0, PAGE);
  if (backwards) page.reverse();
  const hasBefore = backwards ? hasMore : search.after !== undefined;
  const hasAfter = backwards || hasMore;
  return {
    orders: page,
    previous: hasBefore ? (page[0]?.id ?? null) : null,
    next: hasAfter ? (page.at(-1)?.id ?? null) : null,
    total: term.kind === "anything" ? await countOrders(context, search) : null,
    needs: null,
  };
}

/** From the sums of sales, since counting a million rows takes a while. */
async function countOrders({ em }: Context, search: OrderSearch): Promise<number> {
  const conditions = [
    search.status ? { sql: "status = ?", parameters: [search.status] } : null,
    ...dayConditions(search, "day", (parameter) => `${parameter}::date`),
  ].filter((condition) => condition !== null);
  const [counted] = await em.execute<{ total: number }[]>(
    `select coalesce(sum(orders), 0)::int as total from ${salesByDay} sales ${where(conditions)}`,
    conditions.flatMap(({ parameters }) => parameters),
  );
  return counted?.total ?? 0;
}

function termCondition(term: OrderTerm): Condition | null {
  if (term.kind === "number") {
    const { invoicePrefix, vatNumbers } = term;
    const vat = `o.vat_invoice_number in (${vatNumbers.map(() => "?").join(", ")})`;
    const either = [
      ...(invoicePrefix ? ["o.invoice_number like ?"] : []),
      ...(vatNumbers.length > 0 ? [vat] : []),
    ];
    const prefixes = invoicePrefix ? [startingWith(invoicePrefix)] : [];
    return { sql: `(${either.join(" or ")})`, parameters: [...prefixes, ...vatNumbers] };
  }
  if (term.kind === "email") {
    return { sql: "lower(o.customer_email) like ?", parameters: [startingWith(term.prefix)] };
  }
  if (term.kind === "name") {
    return {
      sql: "(lower(o.customer_name) like ? or lower(o.customer_email) like ?)",
      parameters: [`%${literal(term.part)}%`, startingWith(term.part)],
    };
  }
  return null;
}

function statusCondition({ status }: OrderSearch): Condition | null {
  return status ? { sql: "o.status = ?", parameters: [status] } : null;
}

function dayConditions(
  { from, to }: OrderSearch,
  column: string,
  startOf: (parameter: string) => string,
): (Condition | null)[] {
  return [
    from ? { sql: `${column} >= ${startOf("?")}`, parameters: [from] } : null,
    to ? { sql: `${column} < ${startOf("(?::date + 1)")}`, parameters: [to] } : null,
  ];
}

/** Midnight in the UK. */
function startOfDay(parameter: string): string {
  return `(${parameter}::date::timestamp at time zone 'Europe/London')`;
}

function keysetCondition(column: string, direction: "<" | ">", id: number | undefined): Condition | null {
  if (id === undefined) return null;
  return {
    sql: `(o.${column}, o.id) ${direction} (select ${column}, id from customer_order where id = ?)`,
    parameters: [id],
  };
}

function where(conditions: Condition[]): string {
  return conditions.length === 0 ? "" : `where ${conditions.map(({ sql }) => sql).join(" and ")}`;
}

function startingWith(prefix: string): string {
  return `${literal(prefix)}%`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
