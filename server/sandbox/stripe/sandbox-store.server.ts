import { randomBytes } from "node:crypto";
import { z } from "zod";
import { readInSandbox, signatureMatches } from "../sandbox-process.server.ts";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import {
  chargeSchema,
  disputeSchema,
  eventSchema,
  type IntentState,
  intentSchema,
  paymentMethodDomainSchema,
  paymentMethodSchema,
  refundSchema,
  reviewSchema,
  sessionSchema,
  webhookEndpointSchema,
} from "./sandbox-state.ts";
import { invalidRequest, noSuchObject } from "./stripe-failure.ts";
import type { Shape } from "./stripe-shapes.ts";

/** A kind of object: its name in the table, in Stripe's refusals, and the parameter with its id. */
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
  while (randomLetters.length < length) {
    randomLetters += randomBytes(RANDOM_BYTES).toString("base64").replace(/[+/=]/g, "");
  }
  const text = randomLetters.slice(0, length);
  randomLetters = randomLetters.slice(length);
  return text;
}

/** Enough for about a hundred ids. */
const RANDOM_BYTES = 3000;
/** Random letters and digits that no id has used. */
let randomLetters = "";

/** Stripe counts time in whole seconds. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Reads an object; `lock` locks it until the transaction ends. @throws StripeFailure 404 resource_missing
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
  /** `?` is a placeholder for the value. */
  const add = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  const { gt, gte, lt, lte } = request.created ?? {};
  if (gte !== undefined) add("created_at >= ?", startOfSecond(gte));
  if (gt !== undefined) add("created_at >= ?", startOfSecond(gt + 1));
  if (lt !== undefined) add("created_at < ?", startOfSecond(lt));
  if (lte !== undefined) add("created_at < ?", startOfSecond(lte + 1));
  for (const [field, expected] of Object.entries(match)) {
    if (expected === undefined) continue;
    const choices = Array.isArray(expected) ? expected : [expected];
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

/** The types to which the shop's webhook endpoint subscribes; the others are only listed under /v1/events. */
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
 * Stores an event with the object's current state, within the transaction that changed it, and sends it to the shop
 * after the commit.
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

const BEHAVIOUR = { id: "stripe_behaviour", provider: "stripe", kind: "behaviour" } as const;

/**
 * Where Stripe's documents leave its behaviour open, or the account's settings decide it, the sandbox can do either;
 * the first value is the default. A correct shop works with all of them.
 */
const behaviourSchema = z.object({
  /**
   * A new amount during 3-D Secure is accepted (the error of an update in another state lists requires_action among
   * the allowed ones). Then the challenge ends, or continues and charges the new amount, or continues and charges the
   * amount that the bank asked about.
   */
  challengeAfterUpdate: z.enum(["over", "charges-new-amount", "charges-old-amount"]).default("over"),
  /** Another card during 3-D Secure: accepted, or refused until the challenge ends. */
  confirmInChallenge: z.enum(["taken", "refused"]).default("taken"),
  /** The methods enabled in the dashboard; `allowed_payment_method_types` only filters them. */
  dashboardMethods: z.array(z.string()).default(["card", "link"]),
});

export type StripeBehaviour = z.infer<typeof behaviourSchema>;

export async function readStripeBehaviour(store: Store): Promise<StripeBehaviour> {
  const row = await store.find(BEHAVIOUR);
  return behaviourSchema.parse(row?.body ?? {});
}

/** Sets them for every process on this database; missing ones return to their default. */
export async function setStripeBehaviour(store: Store, behaviour: Partial<StripeBehaviour>): Promise<void> {
  store.put({ ...BEHAVIOUR, body: behaviourSchema.parse(behaviour) });
}

/**
 * The intent that a browser names, which must prove it with the client secret. @throws StripeFailure for an unknown id
 * or another intent's secret
 */
export async function findIntentBySecret(id: string, clientSecret: string | undefined): Promise<IntentState> {
  const intent = await readInSandbox((store) => loadObject(store, paymentIntents, id));
  if (clientSecret && signatureMatches(intent.client_secret, clientSecret)) return intent;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    undefined,
    "client_secret",
  );
}
