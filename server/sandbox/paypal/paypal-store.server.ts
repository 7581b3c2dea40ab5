import { randomInt } from "node:crypto";
import { z } from "zod";
import { settingsOf } from "../faults.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { addTask } from "../store.server.ts";
import { notFound } from "./paypal-failure.ts";
import type { CaptureState, DisputeState, EventState, OrderState, RefundState } from "./paypal-shapes.ts";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXY0123456789";

function kindOf<State extends { id: string }>(kind: string): Kind<State> {
  return { provider: "paypal", kind };
}

export const payPalOrders = kindOf<OrderState>("order");
export const payPalCaptures = kindOf<CaptureState>("capture");
export const payPalRefunds = kindOf<RefundState>("refund");
export const payPalDisputes = kindOf<DisputeState>("dispute");
export const payPalEvents = kindOf<EventState>("event");

/** An id as long and as random as PayPal's, such as 5O190127TN364715T. */
export function newPayPalId(): string {
  return Array.from({ length: 17 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

export function nowAtPayPal(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}

/** @throws PayPalFailure 404 */
export function loadPayPal<State extends { id: string }>(store: Store, kind: Kind<State>, id: string): State {
  const found = store.find(kind, id);
  if (!found) throw notFound();
  return found;
}

/** Whether another capture has used an invoice id: PayPal accepts each once. */
export function isInvoiceIdUsed(store: Store, invoiceId: string): boolean {
  return store
    .list(payPalCaptures)
    .some(
      ({ body }) => body.invoice_id === invoiceId && body.status !== "DECLINED" && body.status !== "FAILED",
    );
}

/** The refunds of some captures, oldest first. */
export function refundsOf(store: Store, captureIds: readonly string[]): RefundState[] {
  if (captureIds.length === 0) return [];
  return store.list(payPalRefunds).flatMap(({ body }) => (captureIds.includes(body.capture) ? [body] : []));
}

export type PayPalEventType =
  | "CHECKOUT.ORDER.APPROVED"
  | `PAYMENT.CAPTURE.${"COMPLETED" | "PENDING" | "DENIED" | "REFUNDED" | "REVERSED"}`
  | `CUSTOMER.DISPUTE.${"CREATED" | "RESOLVED"}`;

/** As with the real PayPal, the browser is usually back before the event of its approval arrives. */
const APPROVAL_DELAY_MILLISECONDS = 3000;

/** Keeps an event, and sends it to the shop after the work that caused it. */
export function recordPayPalEvent(store: Store, type: PayPalEventType, resource: object): void {
  const id = `WH-${newPayPalId()}-${newPayPalId()}`;
  store.put(payPalEvents, { id, event_type: type, resource, create_time: nowAtPayPal() });
  const isDelayed = type === "CHECKOUT.ORDER.APPROVED";
  const dueAt = isDelayed ? Date.now() + APPROVAL_DELAY_MILLISECONDS : undefined;
  addTask(store, "deliver_paypal_event", id, dueAt);
}

/**
 * Where PayPal's documents leave its behaviour open, the sandbox can do either; the first value is the default. A
 * correct shop does not depend on it.
 */
const behaviourSchema = z.object({
  /** An order whose card was declined: open again for its payer, or still approved. */
  declinedOrder: z.enum(["PAYER_ACTION_REQUIRED", "APPROVED"]).default("PAYER_ACTION_REQUIRED"),
  /** A repeat of a refused request: the order as it is now, the same refusal, or a new attempt. */
  repeatedRefusal: z.enum(["latest", "same", "new-try"]).default("latest"),
  /** An expired order: gone, or refused with ORDER_EXPIRED. */
  expiredOrder: z.enum(["404", "ORDER_EXPIRED"]).default("404"),
});

export type PayPalBehaviour = z.infer<typeof behaviourSchema>;

export const { read: readPayPalBehaviour, set: setPayPalBehaviour } = settingsOf(
  "paypal behaviour",
  behaviourSchema,
);
