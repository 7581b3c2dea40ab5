import { sql } from "kysely";
import { findProductIdsNamed } from "#server/catalogue/product-rows.server.ts";
import type { Context } from "#server/core/context.ts";
import { likeAnywhere, likeLiteral } from "#server/core/fields.ts";
import { actorMay } from "#server/core/roles.ts";
import { beyondRow, type Condition, condition } from "#server/core/typed-sql.server.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import {
  type OrderMatch,
  type OrderSearch,
  type OrderSort,
  type OrderTerm,
  orderIndexExpressions,
} from "./order-search.ts";

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

const indexed = {
  phone: sql.raw(orderIndexExpressions.phone),
  postcode: sql.raw(orderIndexExpressions.postcode),
  billingPostcode: sql.raw(orderIndexExpressions.billingPostcode),
  towns: sql.raw(orderIndexExpressions.towns),
};

/** What a search asks of `customer_order o`, but for its text and its page. */
export function orderConditions(
  { actor }: Pick<Context, "actor">,
  { status, from, to }: OrderSearch,
): (Condition | undefined)[] {
  const mayMoney = actorMay(actor, "orders.viewMoney");
  return [
    status && status !== "refunded" ? condition`o.status = ${status}` : undefined,
    status === "refunded" ? (mayMoney ? refunded : condition`false`) : undefined,
    from ? condition`o.created_at >= (${from}::date::timestamp at time zone 'Europe/London')` : undefined,
    to ? condition`o.created_at < ((${to}::date + 1)::timestamp at time zone 'Europe/London')` : undefined,
  ];
}

const refunded = condition`exists (select from refund where refund.order_id = o.id and refund.status <> 'failed')`;

/** What lies behind (or before) one order in a sort. */
export function beyondOrder(
  column: "created_at" | "total_amount",
  direction: "<" | ">",
  id: number,
): Condition {
  return beyondRow(direction, { table: "customer_order", as: "o", column, id });
}

/**
 * A condition on `customer_order o` for each way that a text may find orders by, none of which needs another's index;
 * null where anything is asked for. What anyone who asks may not see finds nothing either.
 */
export async function conditionsOfTerm(context: Context, term: OrderTerm): Promise<Condition[] | null> {
  if (term.kind === "anything") return null;
  const conditions: Condition[] = [];
  for (const match of term.kind === "matches" ? term.matches : []) {
    if (match.by === "payment" && !actorMay(context.actor, "orders.viewMoney")) continue;
    if (match.by !== "product") conditions.push(...conditionsOf(match));
    else conditions.push(...(await ofProducts(context, match.part)));
  }
  return conditions;
}

function conditionsOf(match: Exclude<OrderMatch, { by: "product" }>): Condition[] {
  switch (match.by) {
    case "invoice":
      return [condition`o.invoice_number like ${startingWith(match.beginning)}`];
    case "whole-invoice":
      return [condition`o.invoice_number = ${match.number}`];
    case "vat-invoice":
      return [condition`o.vat_invoice_number in (${sql.join(match.numbers)})`];
    case "id":
      return [condition`o.id = ${match.id}`];
    case "payment":
      return ofPayment(match.id);
    case "phone":
      return [condition`${indexed.phone} like ${startingWith(match.digits)}`];
    case "postcode":
      return ofPostcode(startingWith(match.beginning));
    case "email":
      return [condition`lower(o.customer_email) like ${startingWith(match.beginning)}`];
    case "name":
      return [condition`lower(o.customer_name) like ${likeAnywhere(match.part)}`];
    case "town":
      return [condition`${indexed.towns} like ${likeAnywhere(match.part)}`];
  }
}

/** The id of its payment, of another payment of its checkout, of a payment page, or of a refund. */
function ofPayment(id: string): Condition[] {
  const providers = sql.join(providerIds);
  return [
    condition`o.payment_method in (${providers}) and o.transaction_id = ${id}`,
    condition`o.checkout_id in (select checkout_id from payment
                                 where provider in (${providers}) and provider_payment_id = ${id})`,
    condition`o.checkout_id in (select checkout_id from payment where provider_session_id = ${id})`,
    condition`o.id in (select order_id from refund where provider_refund_id = ${id})`,
  ];
}

/**
 * Where it goes, and where its bill goes if that is elsewhere. Of the latter there are few, in an index of their own,
 * but the database takes them for many and would look through all orders, unless it reads them first.
 */
function ofPostcode(pattern: string): Condition[] {
  const { postcode, billingPostcode } = indexed;
  return [
    condition`${postcode} like ${pattern}`,
    condition`o.id = any(array(select id from customer_order
                                where ${billingPostcode} like ${pattern} and ${billingPostcode} <> ${postcode}))`,
  ];
}

/** A word that more products than these have in their names tells no order from another. */
const MOST_PRODUCTS = 100;

async function ofProducts({ em }: Context, part: string): Promise<Condition[]> {
  const ids = await findProductIdsNamed(em, part, MOST_PRODUCTS + 1);
  if (ids.length === 0 || ids.length > MOST_PRODUCTS) return [];
  return [
    condition`exists (select from order_line line where line.order_id = o.id and line.product_id in (${sql.join(ids)}))`,
  ];
}

function startingWith(prefix: string): string {
  return `${likeLiteral(prefix)}%`;
}
