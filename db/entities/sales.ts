import { defineEntity, p } from "@mikro-orm/core";
import { orderStatuses } from "#server/orders/status/order-status.ts";
import type { CurrencyCode } from "#server/pricing/money.ts";

/*
 * The sums behind the dashboard's figures and charts (docs/decisions/011 and 051). A new order waits in
 * `uncounted_order` until it is counted; before anything of a counted order changes, database triggers take off what it
 * added and let it wait again. Both append rows to a `…_change` table; a job adds those rows into the sums. Sums,
 * changes and waiting orders together are always exact. Read them through server/orders/lists/sales-by-day.ts and
 * server/reports.
 */

/** An order that no sum contains yet. Its row goes when it is counted (server/reports/count-orders.server.ts). */
export const UncountedOrderSchema = defineEntity({
  name: "UncountedOrder",
  tableName: "uncounted_order",
  // No foreign key: looking up the order that has just been written would cost each buyer a statement.
  properties: { orderId: p.integer().primary().autoincrement(false) },
});

export class UncountedOrder extends UncountedOrderSchema.class {}
UncountedOrderSchema.setClass(UncountedOrder);

/** Orders of one day (UK time) that have one status. */
export const SalesDaySchema = defineEntity({
  name: "SalesDay",
  tableName: "sales_day",
  properties: {
    day: p.date().primary(),
    status: p.enum(orderStatuses).primary(),
    /** Nothing adds two currencies. */
    currency: p.string().length(3).$type<CurrencyCode>().primary(),
    orders: p.integer(),
    /** Pence: the sum of the orders' totals. */
    revenue: p.bigint("number"),
    /** Pence given back or on their way back. */
    refunded: p.bigint("number"),
  },
});

export class SalesDay extends SalesDaySchema.class {}
SalesDaySchema.setClass(SalesDay);

export const SalesDayChangeSchema = defineEntity({
  name: "SalesDayChange",
  tableName: "sales_day_change",
  properties: {
    id: p.bigint("number").primary(),
    day: p.date(),
    status: p.enum(orderStatuses),
    currency: p.string().length(3).$type<CurrencyCode>(),
    orders: p.integer(),
    revenue: p.bigint("number"),
    refunded: p.bigint("number"),
  },
});

export class SalesDayChange extends SalesDayChangeSchema.class {}
SalesDayChangeSchema.setClass(SalesDayChange);

/** What was sold of one product in one month (UK time) and in all: orders that were not cancelled, less returns. */
export const ProductSalesSchema = defineEntity({
  name: "ProductSales",
  tableName: "product_sales",
  indexes: [
    {
      name: "product_sales_rank_index",
      expression:
        "create index product_sales_rank_index on product_sales (period, currency, units desc, product_id)",
    },
  ],
  properties: {
    /** "2026-11", or "all". */
    period: p.string().length(7).primary(),
    productId: p.integer().primary(),
    currency: p.string().length(3).$type<CurrencyCode>().primary(),
    units: p.integer(),
    /** Pence. */
    revenue: p.bigint("number"),
  },
});

export class ProductSales extends ProductSalesSchema.class {}
ProductSalesSchema.setClass(ProductSales);

export const ProductSalesChangeSchema = defineEntity({
  name: "ProductSalesChange",
  tableName: "product_sales_change",
  properties: {
    id: p.bigint("number").primary(),
    /** "2026-11"; it counts towards "all", too. */
    period: p.string().length(7),
    productId: p.integer(),
    currency: p.string().length(3).$type<CurrencyCode>(),
    units: p.integer(),
    revenue: p.bigint("number"),
  },
});

export class ProductSalesChange extends ProductSalesChangeSchema.class {}
ProductSalesChangeSchema.setClass(ProductSalesChange);

const vatKinds = ["sale", "credit", "debit"] as const;

/**
 * VAT of one day (UK time) by rate: what invoices of that day charged, what credit notes of that day took back, and
 * which credit notes debit notes of that day took back. As on the papers, so delivery is shared out over the rates
 * (server/orders/invoices/vat-invoice.ts).
 */
export const VatDaySchema = defineEntity({
  name: "VatDay",
  tableName: "vat_day",
  properties: {
    day: p.date().primary(),
    kind: p.enum(vatKinds).primary(),
    /** Basis points. */
    vatRate: p.integer().primary(),
    currency: p.string().length(3).$type<CurrencyCode>().primary(),
    /** Pence. */
    net: p.bigint("number"),
    vat: p.bigint("number"),
    gross: p.bigint("number"),
    /** At the rates that the papers are frozen with. */
    netInPounds: p.bigint("number"),
    vatInPounds: p.bigint("number"),
  },
});

export class VatDay extends VatDaySchema.class {}
VatDaySchema.setClass(VatDay);

export const VatDayChangeSchema = defineEntity({
  name: "VatDayChange",
  tableName: "vat_day_change",
  properties: {
    id: p.bigint("number").primary(),
    day: p.date(),
    kind: p.enum(vatKinds),
    vatRate: p.integer(),
    currency: p.string().length(3).$type<CurrencyCode>(),
    net: p.bigint("number"),
    vat: p.bigint("number"),
    gross: p.bigint("number"),
    /** At the rates that the papers are frozen with. */
    netInPounds: p.bigint("number"),
    vatInPounds: p.bigint("number"),
  },
});

export class VatDayChange extends VatDayChangeSchema.class {}
VatDayChangeSchema.setClass(VatDayChange);

/*
 * The sums behind the Community Impact Hub (docs/decisions on the community's sums). Database triggers note the email
 * address whose orders, refunds or account changed, in the same transaction; a job adds up its orders anew. Read them
 * through server/community, which also counts what is noted and not yet added up.
 */

/** What the paid orders of one email address come to. Internal: the address never leaves the server. */
export const CustomerImpactSchema = defineEntity({
  name: "CustomerImpact",
  tableName: "customer_impact",
  indexes: [
    {
      name: "customer_impact_rank_index",
      expression:
        "create index customer_impact_rank_index on customer_impact (spent desc, email) where is_shown",
    },
  ],
  properties: {
    /** In lower case. */
    email: p.string().length(254).primary(),
    orders: p.integer(),
    /** Pence, less refunds; other currencies at the rates that their orders are frozen with. */
    spent: p.bigint("number"),
    /** The newest of the orders: the initials and the locality of the leaderboard come from it. */
    lastOrderId: p.integer(),
    /** False for people who asked not to be on the leaderboard, and for what is left of an erased account. */
    isShown: p.boolean(),
  },
});

export class CustomerImpact extends CustomerImpactSchema.class {}
CustomerImpactSchema.setClass(CustomerImpact);

/** An address whose sums must be calculated again. */
export const CustomerImpactChangeSchema = defineEntity({
  name: "CustomerImpactChange",
  tableName: "customer_impact_change",
  properties: { id: p.bigint("number").primary(), email: p.string().length(254) },
});

export class CustomerImpactChange extends CustomerImpactChangeSchema.class {}
CustomerImpactChangeSchema.setClass(CustomerImpactChange);

/** A figure of the whole community, by its name in server/community/impact-sums.ts. */
export const CommunityTallySchema = defineEntity({
  name: "CommunityTally",
  tableName: "community_tally",
  properties: { name: p.string().length(50).primary(), value: p.bigint("number") },
});

export class CommunityTally extends CommunityTallySchema.class {}
CommunityTallySchema.setClass(CommunityTally);

/*
 * The sums behind the Reconciliation tab (docs/decisions on sums). Database triggers note each day (UK time) whose
 * figures something has touched, in the same transaction; a job makes those days anew. Read them through
 * server/ledger/read-ledger.server.ts, which makes the days that are noted and not yet added up anew as it reads.
 */

/** What came on one day and what became of it, in the words of server/ledger/ledger-view.ts; pence and counts. */
export const LedgerDaySchema = defineEntity({
  name: "LedgerDay",
  tableName: "ledger_day",
  properties: {
    day: p.date().primary(),
    /** Also one in which the shop does not trade: of money that came unasked. */
    currency: p.string().length(3).primary(),
    /** Pence by the provider that took them. */
    received: p.json<Record<string, number>>(),
    payments: p.integer(),
    kept: p.bigint("number"),
    orders: p.integer(),
    refunded: p.bigint("number"),
    disputed: p.bigint("number"),
    unmatched: p.bigint("number"),
    unmatchedPayments: p.integer(),
    refundsMade: p.bigint("number"),
    byHand: p.bigint("number"),
    ordersByHand: p.integer(),
  },
});

export class LedgerDay extends LedgerDaySchema.class {}
LedgerDaySchema.setClass(LedgerDay);

/** A day whose figures must be calculated again. */
export const LedgerDayChangeSchema = defineEntity({
  name: "LedgerDayChange",
  tableName: "ledger_day_change",
  indexes: [{ name: "ledger_day_change_day_index", properties: ["day"] }],
  properties: { id: p.bigint("number").primary(), day: p.date() },
});

export class LedgerDayChange extends LedgerDayChangeSchema.class {}
LedgerDayChangeSchema.setClass(LedgerDayChange);
