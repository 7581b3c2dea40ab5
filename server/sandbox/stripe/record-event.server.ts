import { addTask } from "../scheduled-tasks.server.ts";
import type { Store } from "../store.server.ts";
import { events, insertObject, newId, secondsNow } from "./sandbox-store.server.ts";
import type { Shape } from "./stripe-shapes.ts";

/** The types that the shop's webhook endpoint subscribes to; the others are only listed under /v1/events. */
const enabledEvents = new Set([
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "payment_intent.processing",
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
  "refund.updated",
  "refund.failed",
  "review.opened",
  "review.closed",
  "radar.early_fraud_warning.created",
]);

/**
 * Stores an event with the object as it is now, within the transaction that changed it, and sends it to the shop
 * once that has committed.
 */
export function recordEvent(store: Store, type: string, object: Shape, previousAttributes?: Shape): string {
  const id = newId("evt");
  insertObject(store, events, {
    id,
    created: secondsNow(),
    type,
    object: { ...object },
    previous_attributes: previousAttributes ? { ...previousAttributes } : null,
  });
  if (enabledEvents.has(type)) addTask(store, "deliver_event", id);
  return id;
}
