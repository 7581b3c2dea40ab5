import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { notFound } from "./paypal-failure.ts";
import {
  captureStateSchema,
  disputeStateSchema,
  eventStateSchema,
  orderStateSchema,
  type RefundState,
  refundStateSchema,
} from "./paypal-state.ts";

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
 * Reads an object; `lock` keeps others from changing it until the transaction ends.
 * @throws PayPalFailure 404
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

/** Whether another capture has used an invoice id: PayPal takes each once. */
export async function isInvoiceIdUsed(store: Store, invoiceId: string): Promise<boolean> {
  const rows = await store.query(
    z.object({ id: z.string() }),
    `select id from sandbox.object where provider = 'paypal' and kind = 'capture' and body->>'invoice_id' = $1
        and body->>'status' not in ('DECLINED', 'FAILED') limit 1`,
    [invoiceId],
  );
  return rows.length > 0;
}

/** What was given back of some captures, the oldest first. */
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
