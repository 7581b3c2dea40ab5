import { addTask } from "../scheduled-tasks.server.ts";
import type { Store } from "../store.server.ts";
import type { PayPalShape } from "./paypal-shapes.ts";
import { insertPayPal, newPayPalId, nowAtPayPal, payPalEvents } from "./paypal-store.server.ts";

/** What each event is about, in PayPal's words. */
const kinds = {
  "CHECKOUT.ORDER.APPROVED": ["checkout-order", "An order has been approved by buyer"],
  "PAYMENT.CAPTURE.COMPLETED": ["capture", "Payment completed"],
  "PAYMENT.CAPTURE.PENDING": ["capture", "Payment pending"],
  "PAYMENT.CAPTURE.DENIED": ["capture", "Payment denied"],
  "PAYMENT.CAPTURE.REFUNDED": ["refund", "A capture payment was refunded"],
  "PAYMENT.CAPTURE.REVERSED": ["refund", "A capture payment was reversed"],
  "PAYMENT.REFUND.PENDING": ["refund", "A refund is pending"],
  "PAYMENT.REFUND.FAILED": ["refund", "A refund has failed"],
  "CUSTOMER.DISPUTE.CREATED": ["dispute", "A new dispute was opened"],
  "CUSTOMER.DISPUTE.UPDATED": ["dispute", "A dispute was updated"],
  "CUSTOMER.DISPUTE.RESOLVED": ["dispute", "A dispute was resolved"],
} as const;

export type PayPalEventType = keyof typeof kinds;

/** As with the real one, the browser is usually back before the event of its approval arrives. */
const APPROVAL_DELAY_MILLISECONDS = 3000;

/** Stores an event within the transaction that caused it, and sends it to the shop once that has committed. */
export function recordPayPalEvent(store: Store, type: PayPalEventType, resource: PayPalShape): void {
  const id = `WH-${newPayPalId()}-${newPayPalId()}`;
  const [resourceType, summary] = kinds[type];
  insertPayPal(store, payPalEvents, {
    id,
    event_type: type,
    resource_type: resourceType,
    summary,
    resource,
    created: nowAtPayPal(),
  });
  const delay = type === "CHECKOUT.ORDER.APPROVED" ? APPROVAL_DELAY_MILLISECONDS : 0;
  addTask(store, "deliver_paypal_event", id, Date.now() + delay);
}
