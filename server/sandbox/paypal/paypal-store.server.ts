import { randomInt } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { SandboxObject } from "#db/entities/index.ts";
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
  em: EntityManager,
  { kind, schema }: Kind<State>,
  id: string,
  { lock = false } = {},
): Promise<State> {
  const row = await em.findOne(
    SandboxObject,
    { id, provider: PROVIDER, kind },
    lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {},
  );
  if (!row) throw notFound();
  return schema.parse(row.body);
}

export function insertPayPal<State extends { id: string }>(
  em: EntityManager,
  { kind }: Kind<State>,
  state: State,
): void {
  const now = new Date();
  em.persist(
    em.create(SandboxObject, {
      id: state.id,
      provider: PROVIDER,
      kind,
      body: { ...state },
      createdAt: now,
      updatedAt: now,
    }),
  );
}

/** Writes an object that this transaction has loaded and locked. */
export async function savePayPal<State extends { id: string }>(
  em: EntityManager,
  { kind }: Kind<State>,
  state: State,
): Promise<void> {
  const row = await em.findOneOrFail(SandboxObject, { id: state.id, provider: PROVIDER, kind });
  row.body = { ...state };
  row.updatedAt = new Date();
}

/** Whether another capture has used an invoice id: PayPal takes each once. */
export async function isInvoiceIdUsed(em: EntityManager, invoiceId: string): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from sandbox_object where provider = 'paypal' and kind = 'capture' and body->>'invoice_id' = ?
        and body->>'status' not in ('DECLINED', 'FAILED') limit 1`,
    [invoiceId],
  );
  return rows.length > 0;
}

/** What was given back of some captures, the oldest first. */
export async function refundsOf(em: EntityManager, captureIds: readonly string[]): Promise<RefundState[]> {
  if (captureIds.length === 0) return [];
  const rows = await em.execute<{ body: unknown }[]>(
    `select body from sandbox_object where provider = 'paypal' and kind = 'refund'
        and body->>'capture' in (${captureIds.map(() => "?").join(", ")}) order by created_at, id`,
    [...captureIds],
  );
  return rows.map(({ body }) => refundStateSchema.parse(body));
}
