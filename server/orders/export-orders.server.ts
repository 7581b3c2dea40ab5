import { sql } from "kysely";
import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { condition, isoTime, rawRows, wholeNumber } from "#server/core/typed-sql.server.ts";
import { nameOf, penceToDecimal } from "#server/pricing/money.ts";
import { type BasisPoints, REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";
import { readFigures, vatByDay } from "./figures.server.ts";
import {
  beyondOrder,
  conditionsOfTerm,
  orderConditions,
  orderSortColumns,
} from "./order-conditions.server.ts";
import { type OrderSearch, readOrderTerm } from "./order-search.ts";
import { money, type OrdersQuery, sortedOrders } from "./order-views.server.ts";

const BATCH = 1000;

interface ExportSearch extends OrderSearch {
  /** Of these alone, where there are any. */
  chosen?: number[];
}

/**
 * The first columns of the orders' CSV file: the field names of REST, money in `currency`. Net and VAT at each rate follow
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
  "currency",
] as const;

/** What an order's invoice charged: its VAT, delivery included, and the share of each rate. */
const invoicedSchema = z.object({
  vat: z.number(),
  rates: z.array(z.object({ vatRate: z.number(), net: z.number(), vat: z.number() })),
});

const invoicedAmounts = sql`(
  select json_build_object('vat', coalesce(sum(part.vat), 0), 'rates', coalesce(json_agg(
           json_build_object('vatRate', part.vat_rate, 'net', part.gross - part.vat, 'vat', part.vat)), '[]'))
  from (select array_agg(vat_rate) as rates, array_agg(line_total) as totals from order_line where order_id = o.id) lines
  cross join lateral vat_by_rate(o.shipping_cost, rates, totals) part)`;

/** Refunds on their way count as refunded. */
const refundedAmount = wholeNumber`
  select coalesce(sum(amount), 0) from refund where order_id = o.id and status <> 'failed'`;

/** Reads what the file says of them. */
async function readBatch(orders: OrdersQuery) {
  const rows = await orders
    .select(money)
    .select((o) => [
      "o.vat_invoice_number as vatInvoiceNumber",
      "o.shipping_country as shippingCountry",
      "o.transaction_id as transactionId",
      isoTime(o.ref("o.paid_at")).as("paidAt"),
      isoTime(o.ref("o.tax_point_at")).as("taxPoint"),
      "o.is_export as isExport",
      invoicedAmounts.as("invoiced"),
      refundedAmount.as("refunded"),
    ])
    .execute();
  return rows.map(({ isExport, invoiced, ...order }) => {
    const { vat, rates } = invoicedSchema.parse(invoiced);
    return { ...order, vatDue: vat, rates, export: isExport ? "yes" : "no" };
  });
}

type ExportedOrder = Awaited<ReturnType<typeof readBatch>>[number];

/**
 * The orders of a search in its sort as a CSV file in pieces: read in batches, so that it takes as little memory for a
 * million orders as for eight.
 */
export const exportOrders = read("orders.export", pieces);

async function* pieces(context: Context, search: ExportSearch): AsyncGenerator<string> {
  const rates = await findRates(context);
  const columns = rates.flatMap((rate) => [`net${rate / 100}`, `vat${rate / 100}`]);
  yield* csvPieces([...orderCsvColumns, ...columns], await batches(context, search, rates));
}

const rateSchema = z.object({ rate: z.number() });

/** The usual rates and every other at which the shop ever sold, the highest first. */
async function findRates({ em }: Context): Promise<BasisPoints[]> {
  const sold = await rawRows(
    em,
    rateSchema,
    `select vat_rate as rate from ${vatByDay(await readFigures(em))} sold group by 1`,
  );
  const rates = new Set([STANDARD_VAT_RATE, REDUCED_VAT_RATE, 0, ...sold.map(({ rate }) => rate)]);
  return [...rates].sort((a, b) => b - a);
}

async function batches(context: Context, search: ExportSearch, rates: readonly BasisPoints[]) {
  const term = readOrderTerm(search.search, context.settings.orderNumberPrefix);
  if (term.kind === "too_short") return [];
  const { column, descending } = orderSortColumns[search.sort];
  const direction = descending ? "desc" : "asc";
  const matches = await conditionsOfTerm(context, term);
  const readAfter = (after: number | undefined) => {
    const conditions = orderConditions(context, search);
    if (search.chosen && search.chosen.length > 0) conditions.push(condition`o.id = any(${search.chosen})`);
    if (after !== undefined) conditions.push(beyondOrder(column, descending ? "<" : ">", after));
    const question = { conditions, matches, column, direction, limit: BATCH } as const;
    return readBatch(sortedOrders(context.em, question));
  };
  return inBatches(BATCH, readAfter, (order) => csvRow(order, rates));
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
    if (name === "currency") return nameOf(order.currency);
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
