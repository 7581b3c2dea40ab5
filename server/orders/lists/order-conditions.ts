import { likeLiteral } from "#server/core/search-text.ts";
import type { OrderSearch, OrderSort, OrderTerm } from "./order-search.ts";

/** The two columns that each sort orders by, and where it begins. Each has an index. */
export const orderSortColumns: Record<OrderSort, { column: string; descending: boolean }> = {
  newest: { column: "created_at", descending: true },
  oldest: { column: "created_at", descending: false },
  highest: { column: "total_amount", descending: true },
  lowest: { column: "total_amount", descending: false },
};

/** A piece of SQL and what its question marks stand for. */
interface Condition {
  sql: string;
  parameters: unknown[];
}

/** What a search asks of `customer_order o`, but for its page. */
export function orderConditions(search: OrderSearch, term: OrderTerm): Condition[] {
  return [
    termCondition(term),
    statusCondition(search),
    ...dayConditions(search, "o.created_at", startOfDay),
  ].filter((condition) => condition !== null);
}

/** The same of the sums of sales, which know a status and a day. */
export function salesConditions(search: OrderSearch): Condition[] {
  return [
    search.status ? { sql: "status = ?", parameters: [search.status] } : null,
    ...dayConditions(search, "day", (parameter) => `${parameter}::date`),
  ].filter((condition) => condition !== null);
}

/** What lies behind (or before) one order in a sort. */
export function keysetCondition(column: string, direction: "<" | ">", id: number): Condition {
  return {
    sql: `(o.${column}, o.id) ${direction} (select ${column}, id from customer_order where id = ?)`,
    parameters: [id],
  };
}

/** The `where` of a statement, or nothing where there is no condition. */
export function whereAll(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? "" : `where ${conditions.map(({ sql }) => sql).join(" and ")}`;
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
      parameters: [`%${likeLiteral(term.part)}%`, startingWith(term.part)],
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

function startingWith(prefix: string): string {
  return `${likeLiteral(prefix)}%`;
}
