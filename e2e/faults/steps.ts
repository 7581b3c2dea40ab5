import type { ShopperKind } from "./shopper.ts";

/** A place on the way of a payment where the web process can be made to die: before this row is written. */
export interface Step {
  /** What has happened and what has not. */
  name: string;
  table: string;
  event: "insert" | "update" | "delete";
  when?: string;
  /** "commit": the row is there for good, and nothing after it has happened. */
  at?: "commit";
  /** Within the one transaction that makes the order: whichever of them is cut off, all of it is rolled back. */
  makesOrder?: true;
  /** Who gets there for certain, where not every shopper does. */
  shopper?: ShopperKind;
  /** Reached by webhooks only, so that they must not be dropped meanwhile. */
  needsWebhooks?: true;
}

/** In the order in which a payment passes them. */
export const steps: readonly Step[] = [
  { name: "checkout being written", table: "checkout", event: "insert" },
  { name: "stock being held", table: "stock_hold", event: "insert" },
  { name: "payment opened, not written down", table: "payment", event: "insert" },
  { name: "card being charged", table: "sandbox_object", event: "insert", when: "new.kind = 'charge'" },
  {
    name: "money taken",
    table: "sandbox_object",
    event: "insert",
    when: "new.kind = 'charge'",
    at: "commit",
  },
  { name: "webhook arrived, not stored", table: "provider_event", event: "insert", needsWebhooks: true },
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
    makesOrder: true,
  },
  {
    name: "stock being sold",
    table: "product",
    event: "update",
    when: "new.stock_quantity < old.stock_quantity",
    makesOrder: true,
  },
  { name: "cart being emptied", table: "cart_line", event: "delete", makesOrder: true },
  { name: "mail being queued", table: "outbox_email", event: "insert", makesOrder: true },
  { name: "invoice number being taken", table: "counter", event: "update", makesOrder: true },
  { name: "order being written", table: "customer_order", event: "insert", makesOrder: true },
  { name: "order lines being written", table: "order_line", event: "insert", makesOrder: true },
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
    name: "second payment refunded, not written down",
    table: "payment",
    event: "update",
    when: "new.status = 'refunded'",
    shopper: "pays at two doors",
  },
];
