import { sql } from "kysely";
import { likeLiteral } from "#server/core/search-text.ts";
import { anyOf, beyondRow, type Condition, condition } from "#server/core/typed-sql.server.ts";
import type { OrderSearch, OrderSort, OrderTerm } from "./order-search.ts";

/** The two columns that each sort orders by, and where it begins. Each has an index. */
export const orderSortColumns: Record<
  OrderSort,
  { column: "created_at" | "total_amount"; descending: boolean }
> = {
  newest: { column: "created_at", descending: true },
  oldest: { column: "created_at", descending: false },
  highest: { column: "total_amount", descending: true },
  lowest: { column: "total_amount", descending: false },
};

/** What a search asks of `customer_order o`, but for its page. */
export function orderConditions(
  { status, from, to }: OrderSearch,
  term: OrderTerm,
): (Condition | undefined)[] {
  return [
    termCondition(term),
    status ? condition`o.status = ${status}` : undefined,
    from ? condition`o.created_at >= (${from}::date::timestamp at time zone 'Europe/London')` : undefined,
    to ? condition`o.created_at < ((${to}::date + 1)::timestamp at time zone 'Europe/London')` : undefined,
  ];
}

/** What lies behind (or before) one order in a sort. */
export function beyondOrder(
  column: "created_at" | "total_amount",
  direction: "<" | ">",
  id: number,
): Condition {
  return beyondRow(direction, { table: "customer_order", as: "o", column, id });
}

function termCondition(term: OrderTerm): Condition | undefined {
  if (term.kind === "number") {
    const { invoicePrefix, vatNumbers } = term;
    return anyOf([
      ...(invoicePrefix ? [condition`o.invoice_number like ${startingWith(invoicePrefix)}`] : []),
      ...(vatNumbers.length > 0 ? [condition`o.vat_invoice_number in (${sql.join(vatNumbers)})`] : []),
    ]);
  }
  if (term.kind === "email") return condition`lower(o.customer_email) like ${startingWith(term.prefix)}`;
  if (term.kind === "name") {
    return anyOf([
      condition`lower(o.customer_name) like ${`%${likeLiteral(term.part)}%`}`,
      condition`lower(o.customer_email) like ${startingWith(term.part)}`,
    ]);
  }
  return undefined;
}

function startingWith(prefix: string): string {
  return `${likeLiteral(prefix)}%`;
}
