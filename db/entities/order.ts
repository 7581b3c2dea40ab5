import { defineEntity, p } from "@mikro-orm/core";
import type { PostalAddress } from "#server/checkout/checkout.ts";
import type { OrderDelivery } from "#server/checkout/delivery-choice.ts";
import { type OrderEventKind, orderStatuses } from "#server/orders/order.ts";
import { orderIndexExpressions as foundBy } from "#server/orders/order-search.ts";
import type { InvoiceSeller } from "#server/orders/vat-invoice.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { CurrencyCode } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import { Checkout } from "./checkout.ts";
import { updatedAt } from "./columns.ts";
import { Product } from "./product.ts";
import { User } from "./user.ts";

/** A placed order: a snapshot that later changes of products or users never touch. Never deleted. */
export const OrderSchema = defineEntity({
  name: "Order",
  tableName: "customer_order",
  indexes: [
    // With the total, so that the dearest orders of some days are found without reading all of theirs
    // (docs/growing.md).
    { name: "order_created_index", properties: ["createdAt", "id", "totalAmount"] },
    { name: "order_status_index", properties: ["status", "createdAt", "id", "totalAmount"] },
    { name: "order_paid_index", properties: ["paidAt"] },
    {
      name: "order_email_index",
      expression: "create index order_email_index on customer_order (lower(customer_email) text_pattern_ops)",
    },
    // Staff's search of all orders (server/orders/search-orders.server.ts).
    {
      name: "order_invoice_number_index",
      expression:
        "create index order_invoice_number_index on customer_order (invoice_number text_pattern_ops)",
    },
    {
      name: "order_name_index",
      expression:
        "create index order_name_index on customer_order using gin (lower(customer_name) gin_trgm_ops)",
    },
    {
      name: "order_phone_index",
      expression: `create index order_phone_index on customer_order (${foundBy.phone} text_pattern_ops)`,
    },
    {
      name: "order_postcode_index",
      expression: `create index order_postcode_index on customer_order (${foundBy.postcode} text_pattern_ops)`,
    },
    // Few: most bills go where the goods go.
    {
      name: "order_billing_postcode_index",
      expression: `create index order_billing_postcode_index on customer_order (${foundBy.billingPostcode} text_pattern_ops) where ${foundBy.billingPostcode} <> ${foundBy.postcode}`,
    },
    {
      name: "order_town_index",
      expression: `create index order_town_index on customer_order using gin (${foundBy.towns} gin_trgm_ops)`,
    },
    { name: "order_total_index", properties: ["totalAmount", "id"] },
    // Only few: payments that were found on a later day (server/reports/find-vat-report.server.ts).
    {
      name: "order_late_invoice_index",
      expression:
        "create index order_late_invoice_index on customer_order (created_at) where sales_day_of(tax_point_at) < sales_day_of(created_at)",
    },
  ],
  uniques: [
    { name: "order_payment_unique", properties: ["paymentMethod", "transactionId"] },
    { name: "order_checkout_unique", properties: ["checkout"] },
  ],
  checks: [
    {
      name: "order_credited_delivery_within_cost",
      expression: "credited_delivery between 0 and shipping_cost",
    },
    {
      name: "order_credited_unpaid_within_total",
      expression: "credited_unpaid between 0 and total_amount",
    },
  ],
  properties: {
    id: p.integer().primary(),
    checkout: () => p.manyToOne(Checkout).nullable(),
    /** The number on screens and in REST: `INV-` and digits. */
    invoiceNumber: p.string().length(20).unique("order_invoice_number_unique"),
    /** The gapless number of the VAT invoice, such as OXB-000123 (docs/rules.md#papers-1). */
    vatInvoiceNumber: p.string().length(30).unique("order_vat_invoice_number_unique"),
    customer: () => p.manyToOne(User).nullable().deleteRule("set null").index("order_customer_index"),
    customerName: p.string().length(200),
    customerEmail: p.string().length(254),
    customerPhone: p.string().length(50).default(""),
    customerAddress: p.string().length(1000),
    billingAddress: p.json<PostalAddress>(),
    shippingAddress: p.json<PostalAddress>(),
    shippingCountry: p.string().length(100),
    /** Pence, like every amount here. */
    subtotal: p.integer(),
    /** VAT as shown at checkout, and the VAT owed (docs/rules.md#vat-3). */
    taxAmount: p.integer(),
    vatDue: p.integer(),
    shippingCost: p.integer(),
    totalAmount: p.integer(),
    currency: p.string().length(3).$type<CurrencyCode>().default("gbp"),
    /**
     * Millionths of a pound for one of its currency, and the day of that rate: what its documents show their VAT in
     * pounds at. None in pounds.
     */
    sterlingRate: p.integer().nullable(),
    sterlingRateDay: p.date().nullable(),
    status: p.enum(orderStatuses).default("pending"),
    paymentMethod: p.text().$type<OrderPaymentMethod>(),
    /** The provider's payment id; none for orders that staff take. */
    transactionId: p.string().length(100).nullable(),
    /** Made with the form of a staff order, so that a form sent twice is one order. */
    retryKey: p.string().length(36).nullable().unique("order_retry_key_unique"),
    paidAt: p.datetime().nullable(),
    /** What of the delivery was credited. */
    creditedDelivery: p.integer().default(0),
    /** What was credited before anybody paid: no money went back for it, and it is not to be paid any more. */
    creditedUnpaid: p.integer().default(0),
    /** Its money went back, and staff send its goods all the same. */
    releasedAt: p.datetime().nullable(),
    /** The tax point of its invoice, frozen with it (`taxPointOf`); the VAT report counts it on the day of issue. */
    taxPointAt: p.datetime(),
    /** How its last parcel went; none before. */
    carrier: p.string().length(100).nullable(),
    trackingNumber: p.string().length(100).nullable(),
    /** When the last of its goods left, in a parcel or by hand; none while something is still to be sent. */
    dispatchedAt: p.datetime().nullable(),
    /**
     * How it goes out as its buyer chose and paid for it, with what they told the driver; none of orders that had no
     * such choice.
     */
    delivery: p.json<OrderDelivery | null>().nullable(),
    /** To be collected: the code of the mail that said so, and when it was ready; none before. */
    collectionCode: p.string().length(12).nullable(),
    readyAt: p.datetime().nullable(),
    /** Paid after its stock hold had lapsed and the stock was gone: staff choose delivery later or a refund. */
    isBackorder: p.boolean().default(false),
    /** Outside the UK delivery is free until agreed with the customer. */
    deliveryToBeAgreed: p.boolean().default(false),
    /** Its goods left the United Kingdom at 0%, which needs evidence (docs/decisions/032). */
    isExport: p.boolean().default(false),
    /** Who sold it, for the invoice; none on demo orders. */
    seller: p.json<InvoiceSeller | null>().nullable(),
    /** Totals that a script claimed in its payload; kept, never used. */
    claimed: p.json<Record<string, unknown> | null>().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);

export const OrderLineSchema = defineEntity({
  name: "OrderLine",
  tableName: "order_line",
  // What happened to its units: server/orders/line-units.ts derives every figure from these.
  checks: [
    { name: "order_line_quantity_positive", expression: "quantity > 0" },
    { name: "order_line_taken_within_quantity", expression: "stock_taken between 0 and quantity" },
    {
      name: "order_line_left_within_sold",
      expression: "cancelled_quantity >= 0 and left_quantity between 0 and quantity - cancelled_quantity",
    },
    { name: "order_line_returned_within_left", expression: "returned_quantity between 0 and left_quantity" },
    {
      name: "order_line_restocked_within_taken",
      expression:
        "cancelled_to_stock between 0 and cancelled_quantity and returned_to_stock between 0 and returned_quantity and cancelled_to_stock + returned_to_stock <= stock_taken",
    },
    {
      name: "order_line_credited_within_paid",
      expression: "credited_quantity between 0 and quantity and credited_amount between 0 and line_total",
    },
  ],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("order_line_order_index"),
    product: () => p.manyToOne(Product).index("order_line_product_index"),
    productName: p.string().length(200),
    /** Units sold. */
    quantity: p.integer(),
    /** Taken out of stock, at the sale or as they left: fewer than sold while a backorder waits. */
    stockTaken: p.integer().default(0),
    /** Cancelled before they left, and those of them that were put back into stock. */
    cancelledQuantity: p.integer().default(0),
    cancelledToStock: p.integer().default(0),
    /** Left the house: in a parcel, over the counter, collected, or completed by hand. */
    leftQuantity: p.integer().default(0),
    /** Came back, and those of them that were put back into stock. */
    returnedQuantity: p.integer().default(0),
    returnedToStock: p.integer().default(0),
    /** Credited, as units and in pence: a typed amount credits pence alone. */
    creditedQuantity: p.integer().default(0),
    creditedAmount: p.integer().default(0),
    unitPrice: p.integer(),
    /** What a measure of it cost at this price, as the buyer was told; null where none was. */
    perMeasure: p.json<PricePerMeasure>().nullable(),
    /** Its price in the shop where staff agreed another one, and who agreed it; else null. */
    listPrice: p.integer().nullable(),
    priceSetBy: p.string().length(200).nullable(),
    lineTotal: p.integer(),
    vatRate: p.integer(),
    vatDue: p.integer(),
  },
});

export class OrderLine extends OrderLineSchema.class {}
OrderLineSchema.setClass(OrderLine);

/** The order's timeline: `server/orders/order.ts` says who reads which kind of line. */
export const OrderEventSchema = defineEntity({
  name: "OrderEvent",
  tableName: "order_event",
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("order_event_order_index"),
    kind: p.string().length(50).$type<OrderEventKind>(),
    message: p.string().length(500),
    actorName: p.string().length(200).nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class OrderEvent extends OrderEventSchema.class {}
OrderEventSchema.setClass(OrderEvent);

/** A counter without gaps: its row is locked while the next value is taken. */
export const CounterSchema = defineEntity({
  name: "Counter",
  tableName: "counter",
  properties: { name: p.string().length(50).primary(), value: p.integer().default(0) },
});

export class Counter extends CounterSchema.class {}
CounterSchema.setClass(Counter);
