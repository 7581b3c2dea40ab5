import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type CsvCell, csvPieces } from "#server/core/csv.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { orderColumns } from "./find-orders.server.ts";
import { keysetCondition, orderConditions, orderSortColumns, whereAll } from "./order-conditions.ts";
import { type OrderSearch, readOrderTerm } from "./order-search.ts";
import type { OrderView } from "./order-view.ts";

const BATCH = 1000;

/** The columns of the orders' CSV file: the field names of spec section 3, money in pounds. */
export const orderCsvColumns = [
  "id",
  "invoiceNumber",
  "vatInvoiceNumber",
  "createdAt",
  "status",
  "customerId",
  "customerName",
  "customerEmail",
  "customerPhone",
  "customerAddress",
  "shippingCountry",
  "paymentMethod",
  "transactionId",
  "paidAt",
  "subtotal",
  "shippingCost",
  "totalAmount",
  "vatDue",
  "refunded",
  "items",
] as const;

type ExportedOrder = OrderView & {
  vatInvoiceNumber: string;
  shippingCountry: string;
  transactionId: string | null;
  paidAt: string | null;
  vatDue: number;
  refunded: number;
};

/** `vatDue` is that of the invoice, delivery included; refunds on their way count as refunded. */
const exportedColumns = `${orderColumns}, o.vat_invoice_number as "vatInvoiceNumber",
  o.shipping_country as "shippingCountry", o.transaction_id as "transactionId",
  to_char(o.paid_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "paidAt",
  (select coalesce(sum(part.vat), 0)::int
   from (select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = o.id) lines
   cross join lateral vat_by_rate(o.shipping_cost, rates, totals) part) as "vatDue",
  (select coalesce(sum(amount), 0)::int from refund where order_id = o.id and status <> 'failed') as refunded`;

/**
 * The orders of a search in its sort as a CSV file in pieces: read in batches, so that it takes as little memory for a
 * million orders as for eight.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export function exportOrders(context: Context, search: OrderSearch): AsyncGenerator<string> {
  requirePermission(context, "orders.view:any");
  return csvPieces(orderCsvColumns, batches(context, search));
}

async function* batches(context: Context, search: OrderSearch): AsyncGenerator<CsvCell[][]> {
  const term = readOrderTerm(search.search, context.settings.orderNumberPrefix);
  if (term.kind === "too_short") return;
  const { column, descending } = orderSortColumns[search.sort];
  const direction = descending ? "desc" : "asc";
  let after: number | undefined;
  while (true) {
    const conditions = [
      ...orderConditions(search, term),
      ...(after === undefined ? [] : [keysetCondition(column, descending ? "<" : ">", after)]),
    ];
    const orders = await context.em.execute<ExportedOrder[]>(
      `select ${exportedColumns} from customer_order o
       ${whereAll(conditions)} order by o.${column} ${direction}, o.id ${direction} limit ${BATCH}`,
      conditions.flatMap(({ parameters }) => parameters),
    );
    yield orders.map(csvRow);
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return;
    after = last.id;
  }
}

function csvRow(order: ExportedOrder): CsvCell[] {
  return orderCsvColumns.map((name) => {
    if (name === "items") {
      return order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join("; ");
    }
    const value = order[name];
    return moneyColumns.has(name) ? penceToDecimal(Number(value)) : value;
  });
}

const moneyColumns: ReadonlySet<string> = new Set([
  "subtotal",
  "shippingCost",
  "totalAmount",
  "vatDue",
  "refunded",
]);
