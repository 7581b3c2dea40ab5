import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import {
  chargeSchema,
  disputeSchema,
  eventSchema,
  intentSchema,
  paymentMethodDomainSchema,
  paymentMethodSchema,
  refundSchema,
  reviewSchema,
  sessionSchema,
  webhookEndpointSchema,
} from "./sandbox-state.ts";
import { noSuchObject } from "./stripe-failure.ts";

/** A sort of object: its name in the table, in Stripe's refusals, and the parameter that carries its id. */
interface Kind<State> {
  kind: string;
  noun: string;
  param: string;
  schema: z.ZodType<State>;
}

function kindOf<State>(kind: string, noun: string, param: string, schema: z.ZodType<State>): Kind<State> {
  return { kind, noun, param, schema };
}

export const paymentIntents = kindOf("payment_intent", "payment_intent", "intent", intentSchema);
export const paymentMethods = kindOf(
  "payment_method",
  "PaymentMethod",
  "payment_method",
  paymentMethodSchema,
);
export const charges = kindOf("charge", "charge", "charge", chargeSchema);
export const refunds = kindOf("refund", "refund", "refund", refundSchema);
export const reviews = kindOf("review", "review", "review", reviewSchema);
export const disputes = kindOf("dispute", "dispute", "dispute", disputeSchema);
export const checkoutSessions = kindOf("checkout_session", "checkout.session", "session", sessionSchema);
export const events = kindOf("event", "event", "id", eventSchema);
export const webhookEndpoints = kindOf(
  "webhook_endpoint",
  "webhook endpoint",
  "webhook_endpoint",
  webhookEndpointSchema,
);
export const paymentMethodDomains = kindOf(
  "payment_method_domain",
  "payment method domain",
  "payment_method_domain",
  paymentMethodDomainSchema,
);

const PROVIDER = "stripe";

/** An id as long and as random as Stripe's, such as `pi_3Qx…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function randomText(length: number): string {
  return randomBytes(length).toString("base64").replace(/[+/=]/g, "").padEnd(length, "0").slice(0, length);
}

/** Stripe counts time in whole seconds. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Reads an object; `lock` keeps others from changing it until the transaction ends.
 * @throws StripeFailure 404 resource_missing
 */
export async function loadObject<State>(
  store: Store,
  kind: Kind<State>,
  id: string,
  options: { lock?: boolean; param?: string } = {},
): Promise<State> {
  const row = await store.find({ id, provider: PROVIDER, kind: kind.kind }, { lock: options.lock ?? false });
  if (!row) throw noSuchObject(kind.noun, id, options.param ?? kind.param);
  return kind.schema.parse(row.body);
}

export function insertObject<State extends { id: string }>(
  store: Store,
  kind: Kind<State>,
  state: State,
): void {
  store.insert({ id: state.id, provider: PROVIDER, kind: kind.kind, body: { ...state } });
}

/** Writes an object that this transaction has loaded and locked. */
export async function saveObject<State extends { id: string }>(
  store: Store,
  kind: Kind<State>,
  state: State,
): Promise<void> {
  store.save({ id: state.id, provider: PROVIDER, kind: kind.kind, body: { ...state } });
}

interface ListRequest {
  limit?: number | undefined;
  starting_after?: string | undefined;
  created?: { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;
}

/** Newest first; `match` compares fields of the stored body. */
export async function listObjects<State>(
  store: Store,
  kind: Kind<State>,
  request: ListRequest,
  match: Record<string, string | string[] | undefined> = {},
): Promise<{ states: State[]; hasMore: boolean }> {
  const limit = request.limit ?? 10;
  const conditions = ["provider = $1", "kind = $2"];
  const values: unknown[] = [PROVIDER, kind.kind];
  /** `?` stands for the value. */
  const add = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  const { gt, gte, lt, lte } = request.created ?? {};
  if (gte !== undefined) add("created_at >= ?", startOfSecond(gte));
  if (gt !== undefined) add("created_at >= ?", startOfSecond(gt + 1));
  if (lt !== undefined) add("created_at < ?", startOfSecond(lt));
  if (lte !== undefined) add("created_at < ?", startOfSecond(lte + 1));
  for (const [field, wanted] of Object.entries(match)) {
    if (wanted === undefined) continue;
    const choices = Array.isArray(wanted) ? wanted : [wanted];
    add(`body->>'${field}' = any(?)`, choices);
  }
  if (request.starting_after !== undefined) {
    await loadObject(store, kind, request.starting_after, { param: "starting_after" });
    add(
      "(created_at, id) < (select created_at, id from sandbox.object where id = ?)",
      request.starting_after,
    );
  }
  const rows = await store.query(
    z.object({ body: kind.schema }),
    `select body from sandbox.object where ${conditions.join(" and ")} order by created_at desc, id desc
      limit $${values.length + 1}`,
    [...values, limit + 1],
  );
  return {
    states: rows.slice(0, limit).map(({ body }) => body),
    hasMore: rows.length > limit,
  };
}

function startOfSecond(seconds: number): Date {
  return new Date(seconds * 1000);
}
