import { defineEntity, p } from "@mikro-orm/core";
import { type CheckoutDetails, checkoutStatuses, type PricedSnapshot } from "#server/checkout/checkout.ts";
import { paymentStatuses } from "#server/payments/payment-status.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { updatedAt } from "./columns.ts";
import { Product } from "./product.ts";
import { User } from "./user.ts";

export const CartSchema = defineEntity({
  name: "Cart",
  tableName: "cart",
  properties: {
    /** Random, and carried by the browser in a signed cookie. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).nullable().deleteRule("set null").index("cart_user_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()").index("cart_updated_index"),
  },
});

export class Cart extends CartSchema.class {}
CartSchema.setClass(Cart);

export const CartLineSchema = defineEntity({
  name: "CartLine",
  tableName: "cart_line",
  uniques: [{ name: "cart_line_cart_product_unique", properties: ["cart", "product"] }],
  checks: [{ name: "cart_line_quantity_range", expression: "quantity between 1 and 99" }],
  properties: {
    id: p.integer().primary(),
    cart: () => p.manyToOne(Cart).deleteRule("cascade"),
    product: () => p.manyToOne(Product).deleteRule("cascade"),
    quantity: p.integer(),
    addedAt: p.datetime().defaultRaw("now()"),
  },
});

export class CartLine extends CartLineSchema.class {}
CartLineSchema.setClass(CartLine);

/** One attempt to buy: what was requested, at which prices, by whom. Orders are made only from it. */
export const CheckoutSchema = defineEntity({
  name: "Checkout",
  tableName: "checkout",
  indexes: [{ name: "checkout_open_index", properties: ["status", "holdExpiresAt"] }],
  properties: {
    /** Random; the only thing of ours that a payment provider's metadata carries. */
    id: p.uuid().primary(),
    cart: () => p.manyToOne(Cart).nullable().deleteRule("set null").index("checkout_cart_index"),
    user: () => p.manyToOne(User).nullable().deleteRule("set null"),
    status: p.enum(checkoutStatuses).default("open"),
    /** Grows whenever lines, prices or details change; part of idempotency keys. */
    version: p.integer().default(1),
    /**
     * Lines, delivery and VAT as they were priced; none for a script's intent without a cart (docs/rules.md#prices-5).
     */
    snapshot: p.json<PricedSnapshot | null>().nullable(),
    details: p.json<CheckoutDetails | null>().nullable(),
    totalAmount: p.integer(),
    currency: p.string().length(3).default("gbp"),
    paymentMethod: p.text().$type<ProviderId>().default("stripe"),
    /** `INV-` and digits as the client sent it: also its retry key (docs/rules.md#orders-3). */
    requestedInvoiceNumber: p.string().length(20).nullable(),
    /** Until when it may be paid; the stock of its lines is held no longer than that. */
    holdExpiresAt: p.datetime().nullable(),
    /** When its stock was first held. Holds end a fixed time after it, whatever is pressed later. */
    heldSince: p.datetime().nullable(),
    /** The network address, as limits count it, for which its stock is held; none once it is over. */
    heldBy: p.string().length(64).nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Checkout extends CheckoutSchema.class {}
CheckoutSchema.setClass(Checkout);

/** Stock that an open checkout holds while it is being paid. `product.held_quantity` is their sum. */
export const StockHoldSchema = defineEntity({
  name: "StockHold",
  tableName: "stock_hold",
  uniques: [{ name: "stock_hold_checkout_product_unique", properties: ["checkout", "product"] }],
  checks: [
    {
      name: "stock_hold_not_empty",
      expression: "quantity >= 0 and beyond_share >= 0 and quantity + beyond_share > 0",
    },
  ],
  properties: {
    id: p.integer().primary(),
    checkout: () => p.manyToOne(Checkout).deleteRule("cascade"),
    product: () => p.manyToOne(Product).deleteRule("cascade").index("stock_hold_product_index"),
    /** Kept from everybody else. */
    quantity: p.integer(),
    /** Asked for beyond what one address may keep from others: kept from its neighbours behind that address alone. */
    beyondShare: p.integer().default(0),
    expiresAt: p.datetime().index("stock_hold_expires_index"),
  },
});

export class StockHold extends StockHoldSchema.class {}
StockHoldSchema.setClass(StockHold);

/**
 * A place in a half hour in which goods are collected, kept for a checkout while it is being paid, and for good once it
 * is. No two checkouts can have the same place, and the places of a half hour are numbered up to its capacity
 * (docs/decisions/066).
 */
export const CollectionPlaceSchema = defineEntity({
  name: "CollectionPlace",
  tableName: "collection_place",
  uniques: [{ name: "collection_place_unique", properties: ["startsAt", "place"] }],
  checks: [{ name: "collection_place_numbered", expression: "place >= 1" }],
  properties: {
    id: p.integer().primary(),
    checkout: () =>
      p.oneToOne(Checkout).owner().deleteRule("cascade").unique("collection_place_checkout_unique"),
    /** When the half hour begins. */
    startsAt: p.datetime(),
    /** Which of its places it is, from 1. */
    place: p.integer(),
    /** Until when it is kept while nothing is paid. */
    expiresAt: p.datetime(),
  },
});

export class CollectionPlace extends CollectionPlaceSchema.class {}
CollectionPlaceSchema.setClass(CollectionPlace);

/** One payment at a provider: a Stripe payment intent, a PayPal order. */
export const PaymentSchema = defineEntity({
  name: "Payment",
  tableName: "payment",
  indexes: [
    { name: "payment_status_index", properties: ["status", "updatedAt"] },
    { name: "payment_received_index", properties: ["receivedAt"] },
    {
      name: "payment_unmatched_index",
      expression:
        "create index payment_unmatched_index on payment (id) where status = 'succeeded' and not is_matched",
    },
  ],
  uniques: [{ name: "payment_provider_id_unique", properties: ["provider", "providerPaymentId"] }],
  properties: {
    id: p.integer().primary(),
    checkout: () => p.manyToOne(Checkout).index("payment_checkout_index"),
    provider: p.text().$type<ProviderId>(),
    /** The intent or capture id at the provider. */
    providerPaymentId: p.string().length(100),
    /** Stripe's hosted Checkout session, when the payment came through it; PayPal's order. */
    providerSessionId: p.string().length(200).nullable().index("payment_session_index"),
    amount: p.integer(),
    /**
     * What this payment buys and where it goes: the checkout as its shopper saw it when the payment was begun. It never
     * changes. A checkout that is changed while it is being paid still sells exactly what was paid for, to the address
     * that the paying tab named. Without details (a script, a payment of before they were kept) the checkout's count.
     */
    snapshot: p.json<PricedSnapshot | null>().nullable(),
    details: p.json<CheckoutDetails | null>().nullable(),
    amountReceived: p.integer().default(0),
    currency: p.string().length(3).default("gbp"),
    status: p.enum(paymentStatuses).default("created"),
    /** When the shop learnt that the money had come: the day it counts on in the ledger. */
    receivedAt: p.datetime().nullable(),
    /** It has bought an order. Money that has not is found by this without looking at all payments. */
    isMatched: p.boolean().default(false),
    /** Why the last attempt failed, in words for staff. */
    failureMessage: p.string().length(500).nullable(),
    failedAttempts: p.integer().default(0),
    /** PayPal: since when its payer has been told that nothing is charged for it. It is never captured after that. */
    refusedAt: p.datetime().nullable(),
    /** PayPal: when its last capture was sent there, until PayPal has said no: its end may not be known yet. */
    captureBegunAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);

/** A checkout whose payment failed: one row per checkout, kept up to date. */
export const FailedOrderSchema = defineEntity({
  name: "FailedOrder",
  tableName: "failed_order",
  indexes: [
    {
      name: "failed_order_open_index",
      expression: "create index failed_order_open_index on failed_order (id) where resolved_at is null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    checkout: () => p.oneToOne(Checkout).owner().nullable().unique("failed_order_checkout_unique"),
    customerName: p.string().length(200),
    customerEmail: p.string().length(254),
    totalAmount: p.integer(),
    currency: p.string().length(3).default("gbp"),
    paymentMethod: p.text().$type<ProviderId>(),
    errorMessage: p.string().length(500),
    /** Set when a later attempt on the same checkout succeeded. */
    resolvedAt: p.datetime().nullable(),
    attemptedAt: p.datetime(),
    createdAt: p.datetime().defaultRaw("now()").index("failed_order_created_index"),
  },
});

export class FailedOrder extends FailedOrderSchema.class {}
FailedOrderSchema.setClass(FailedOrder);

/** Every event a provider sent us, stored before it is acted on. */
export const ProviderEventSchema = defineEntity({
  name: "ProviderEvent",
  tableName: "provider_event",
  uniques: [{ name: "provider_event_unique", properties: ["provider", "eventId"] }],
  indexes: [
    { name: "provider_event_latest_index", properties: ["provider", "receivedAt"] },
    {
      name: "provider_event_waiting_index",
      expression:
        "create index provider_event_waiting_index on provider_event (provider, waits_for) where outcome = 'unmatched' and waits_for is not null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    provider: p.text().$type<ProviderId>(),
    eventId: p.string().length(200),
    type: p.string().length(100),
    payload: p.json<unknown>(),
    /** "unmatched": it names no checkout of ours, so far. */
    outcome: p.string().length(30).nullable(),
    /** Of an unmatched one: the intent or capture that it is about, with which it is looked at again. */
    waitsFor: p.string().length(200).nullable(),
    receivedAt: p.datetime().defaultRaw("now()").index("provider_event_received_index"),
    processedAt: p.datetime().nullable(),
  },
});

export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);
