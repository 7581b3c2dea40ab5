import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import { notFound } from "./paypal-failure.ts";
import {
  captureStateSchema,
  disputeStateSchema,
  eventStateSchema,
  orderStateSchema,
  type PayPalShape,
  type RefundState,
  refundStateSchema,
} from "./paypal-shapes.ts";

const PROVIDER = "paypal";
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXY0123456789";

interface Kind<State> {
  kind: string;
  schema: z.ZodType<State>;
}

export const payPalOrders = { kind: "order", schema: orderStateSchema };
export const payPalCaptures = { kind: "capture", schema: captureStateSchema };
export const payPalRefunds = { kind: "refund", schema: refundStateSchema };
export const payPalDisputes = { kind: "dispute", schema: disputeStateSchema };
export const payPalEvents = { kind: "event", schema: eventStateSchema };

/** An id as long and as random as PayPal's, such as 5O190127TN364715T. */
export function newPayPalId(): string {
  return Array.from({ length: 17 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

export function nowAtPayPal(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * Reads an object; `lock` locks it until the transaction ends. @throws PayPalFailure 404
 */
export async function loadPayPal<State>(
  store: Store,
  { kind, schema }: Kind<State>,
  id: string,
  { lock = false } = {},
): Promise<State> {
  const row = await store.find({ id, provider: PROVIDER, kind }, { lock });
  if (!row) throw notFound();
  return schema.parse(row.body);
}

export function insertPayPal<State extends { id: string }>(
  store: Store,
  { kind }: Kind<State>,
  state: State,
): void {
  store.insert({ id: state.id, provider: PROVIDER, kind, body: { ...state } });
}

/** Writes an object that this transaction has loaded and locked. */
export async function savePayPal<State extends { id: string }>(
  store: Store,
  { kind }: Kind<State>,
  state: State,
): Promise<void> {
  store.save({ id: state.id, provider: PROVIDER, kind, body: { ...state } });
}

/** Whether another capture has used an invoice id: PayPal accepts each once. */
export async function isInvoiceIdUsed(store: Store, invoiceId: string): Promise<boolean> {
  const rows = await store.query(
    z.object({ id: z.string() }),
    `select id from sandbox.object where provider = 'paypal' and kind = 'capture' and body->>'invoice_id' = $1
        and body->>'status' not in ('DECLINED', 'FAILED') limit 1`,
    [invoiceId],
  );
  return rows.length > 0;
}

/** The refunds of some captures, oldest first. */
export async function refundsOf(store: Store, captureIds: readonly string[]): Promise<RefundState[]> {
  if (captureIds.length === 0) return [];
  const rows = await store.query(
    z.object({ body: refundStateSchema }),
    `select body from sandbox.object where provider = 'paypal' and kind = 'refund'
        and body->>'capture' = any($1) order by created_at, id`,
    [captureIds],
  );
  return rows.map(({ body }) => body);
}

/** The resource of each event, in PayPal's terms. */
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

/** As with the real PayPal, the browser is usually back before the event of its approval arrives. */
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
  const isDelayed = type === "CHECKOUT.ORDER.APPROVED";
  const dueAt = isDelayed ? Date.now() + APPROVAL_DELAY_MILLISECONDS : undefined;
  addTask(store, "deliver_paypal_event", id, dueAt);
}

const BEHAVIOUR = { id: "paypal_behaviour", provider: "paypal", kind: "behaviour" } as const;

/**
 * Where PayPal's documents leave its behaviour open, the sandbox can do either; the first value is the default. A
 * correct shop does not depend on it.
 */
const behaviourSchema = z.object({
  /** An order whose card was declined: open again for its payer, or still approved. */
  declinedOrder: z.enum(["PAYER_ACTION_REQUIRED", "APPROVED"]).default("PAYER_ACTION_REQUIRED"),
  /** A repeat of a refused request: the order as it is now, the same refusal, or a new attempt. */
  repeatedRefusal: z.enum(["latest", "same", "new-try"]).default("latest"),
  /** Two requests with one id at once: the second fails with 409, or waits for the first. */
  simultaneous: z.enum(["409", "waits"]).default("409"),
  /** An expired order: gone, or refused with ORDER_EXPIRED. */
  expiredOrder: z.enum(["404", "ORDER_EXPIRED"]).default("404"),
  /** Addresses without the state that their country requires. */
  missingState: z.enum(["refused", "taken"]).default("refused"),
  /** Whether the app may have client tokens, which only card fields need. */
  clientToken: z.enum(["given", "refused"]).default("given"),
  /** How refunds start: completed, or waiting for an eCheck (`settlePayPalRefund` ends the wait). */
  refunds: z.enum(["COMPLETED", "PENDING"]).default("COMPLETED"),
});

export type PayPalBehaviour = z.infer<typeof behaviourSchema>;

export async function readPayPalBehaviour(store: Store): Promise<PayPalBehaviour> {
  const row = await store.find(BEHAVIOUR);
  return behaviourSchema.parse(row?.body ?? {});
}

/** Sets them for every process on this database; missing ones return to their default. */
export async function setPayPalBehaviour(store: Store, behaviour: Partial<PayPalBehaviour>): Promise<void> {
  store.put({ ...BEHAVIOUR, body: behaviourSchema.parse(behaviour) });
}
