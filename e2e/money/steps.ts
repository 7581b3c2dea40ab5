import type { BuyerKind } from "./buyers.ts";

/** A point in a payment where the web process can be killed: before this row or object is written. */
export interface Step {
  /** What has happened and what has not. */
  name: string;
  /** A row of the shop's; or an object that a stand-in makes. */
  table?: string;
  event?: "insert" | "update" | "delete";
  when?: string;
  object?: { kind: string; type?: string };
  /** "commit": it is permanent, and nothing after it has happened. */
  at?: "commit";
  /** The kind of shopper who surely gets there, where not every shopper does. */
  shopper?: BuyerKind;
  /** Reached by the sweeper only: it is called. */
  needsSweeper?: true;
  /** Reached only by webhooks, which must not be dropped meanwhile. */
  needsWebhooks?: true;
}

/** In the order in which a payment passes them. */
export const steps: readonly Step[] = [
  { name: "checkout being written", table: "checkout", event: "insert" },
  { name: "stock being held", table: "stock_hold", event: "insert" },
  {
    name: "card form opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider_payment_id like 'pi_%'",
    shopper: "pays by card form",
  },
  {
    name: "hosted page opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider_payment_id like 'cs_%'",
    shopper: "pays on the hosted page",
  },
  {
    name: "PayPal order opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider = 'paypal'",
    shopper: "pays on PayPal's page",
  },
  {
    name: "PayPal payment approved, nobody told",
    object: { kind: "event", type: "CHECKOUT.ORDER.APPROVED" },
    at: "commit",
    shopper: "pays by PayPal's button",
  },
  {
    name: "PayPal payment being captured",
    object: { kind: "capture" },
    shopper: "pays on PayPal's page",
  },
  {
    name: "PayPal payment captured, nobody told",
    object: { kind: "capture" },
    at: "commit",
    shopper: "pays by PayPal's button",
  },
  {
    name: "card being charged",
    object: { kind: "charge" },
  },
  {
    name: "money taken",
    object: { kind: "charge" },
    at: "commit",
  },
  {
    name: "webhook arrived, not stored",
    table: "provider_event",
    event: "insert",
    needsWebhooks: true,
  },
  {
    name: "webhook stored, not acted on",
    table: "provider_event",
    event: "insert",
    at: "commit",
    needsWebhooks: true,
  },
  {
    name: "payment being marked paid",
    table: "payment",
    event: "update",
    when: "new.status = 'succeeded' and old.status <> 'succeeded'",
  },
  {
    name: "stock being sold",
    table: "product",
    event: "update",
    when: "new.stock_quantity < old.stock_quantity",
  },
  { name: "cart being emptied", table: "cart_line", event: "delete" },
  { name: "mail being queued", table: "outbox_email", event: "insert" },
  { name: "invoice number being taken", table: "counter", event: "update" },
  { name: "order being written", table: "customer_order", event: "insert" },
  { name: "order lines being written", table: "order_line", event: "insert" },
  { name: "order made, nobody told", table: "customer_order", event: "insert", at: "commit" },
  {
    name: "webhook acted on, not answered",
    table: "provider_event",
    event: "update",
    when: "new.processed_at is not null",
    needsWebhooks: true,
  },
  { name: "mail being sent", table: "outbox_email", event: "update" },
  {
    name: "sweeper asking about a payment",
    table: "payment",
    event: "update",
    when: "new.updated_at > old.updated_at and to_jsonb(new) - 'updated_at' = to_jsonb(old) - 'updated_at'",
    needsSweeper: true,
  },
  {
    name: "second payment being refunded",
    object: { kind: "refund" },
    shopper: "pays by card and by PayPal",
  },
  {
    name: "second payment refunded by the provider, nobody told",
    object: { kind: "refund" },
    at: "commit",
    shopper: "pays by card and by PayPal",
  },
  {
    name: "second payment refunded, not written down",
    table: "payment",
    event: "update",
    when: "new.status = 'refunded'",
    shopper: "pays by card and by PayPal",
  },
];
