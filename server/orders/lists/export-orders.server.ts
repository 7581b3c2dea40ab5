import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type CsvCell, csvPieces } from "#server/core/csv.ts";
import { type Pence, penceToDecimal } from "#server/pricing/money.ts";
import { type BasisPoints, REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";
import { orderColumns } from "./find-orders.server.ts";
import { keysetCondition, orderConditions, orderSortColumns, whereAll } from "./order-conditions.ts";
import { type OrderSearch, readOrderTerm } from "./order-search.ts";
import type { OrderView } from "./order-view.ts";

const BATCH = 1000;

/**
 * The first columns of the orders' CSV file: the field names of REST, money in pounds. Net and VAT at each rate follow
 * (net20, vat20, net5 …): with the tax point, what Making Tax Digital asks of each supply, its time, value and rate.
 */
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
  "taxPoint",
  "export",
] as const;

type ExportedOrder = OrderView & {
  vatInvoiceNumber: string;
  shippingCountry: string;
  transactionId: string | null;
  paidAt: string | null;
  vatDue: number;
  refunded: number;
  taxPoint: string;
  export: "yes" | "no";
  /** Of its invoice, delivery shared out over them. */
  rates: { vatRate: BasisPoints; net: Pence; vat: Pence }[];
};

/** `vatDue` is that of the invoice, delivery included; refunds on their way count as refunded. */
const exportedColumns = `${orderColumns}, o.vat_invoice_number as "vatInvoiceNumber",
  o.shipping_country as "shippingCountry", o.transaction_id as "transactionId",
  to_char(o.paid_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "paidAt",
  coalesce(invoiced.vat, 0)::int as "vatDue",
  to_char(o.tax_point_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "taxPoint",
  case when o.is_export then 'yes' else 'no' end as export,
  coalesce(invoiced.rates, '[]') as rates,
  (select coalesce(sum(amount), 0)::int from refund where order_id = o.id and status <> 'failed') as refunded`;

/** What an order's invoice charged at each rate; nothing where it is void. */
const invoicedAmounts = `
  select sum(part.vat) as vat,
         json_agg(json_build_object('vatRate', part.vat_rate, 'net', part.gross - part.vat, 'vat', part.vat)) as rates
  from (select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = o.id) lines
  cross join lateral vat_by_rate(o.shipping_cost, rates, totals) part
  where not o.invoice_is_void`;

/**
 * The orders of a search in its sort as a CSV file in pieces: read in batches, so that it takes as little memory for a
 * million orders as for eight.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export function exportOrders(context: Context, search: OrderSearch): AsyncGenerator<string> {
  requirePermission(context, "orders.export");
  return pieces(context, search);
}

async function* pieces(context: Context, search: OrderSearch): AsyncGenerator<string> {
  const rates = await findRates(context);
  const columns = rates.flatMap((rate) => [`net${rate / 100}`, `vat${rate / 100}`]);
  yield* csvPieces([...orderCsvColumns, ...columns], batches(context, search, rates));
}

/** The usual rates and every other at which the shop ever sold, the highest first. */
async function findRates({ em }: Context): Promise<BasisPoints[]> {
  const sold = await em.execute<{ rate: BasisPoints }[]>(
    "select vat_rate as rate from vat_day union select vat_rate from vat_day_change",
  );
  const rates = new Set([STANDARD_VAT_RATE, REDUCED_VAT_RATE, 0, ...sold.map(({ rate }) => rate)]);
  return [...rates].sort((a, b) => b - a);
}

async function* batches(
  context: Context,
  search: OrderSearch,
  rates: readonly BasisPoints[],
): AsyncGenerator<CsvCell[][]> {
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
       left join lateral (${invoicedAmounts}) invoiced on true
       ${whereAll(conditions)} order by o.${column} ${direction}, o.id ${direction} limit ${BATCH}`,
      conditions.flatMap(({ parameters }) => parameters),
    );
    yield orders.map((order) => csvRow(order, rates));
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return;
    after = last.id;
  }
}

function csvRow(order: ExportedOrder, rates: readonly BasisPoints[]): CsvCell[] {
  const amounts = rates.flatMap((rate) => {
    const { net = 0, vat = 0 } = order.rates.find(({ vatRate }) => vatRate === rate) ?? {};
    return [penceToDecimal(net), penceToDecimal(vat)];
  });
  return [...orderCells(order), ...amounts];
}

function orderCells(order: ExportedOrder): CsvCell[] {
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
