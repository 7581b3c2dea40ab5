import { createHash } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { isClaimed } from "../transactions.server.ts";
import { chargeShape } from "./charge-shapes.ts";
import { lineItemShapes } from "./checkout-session-shapes.ts";
import {
  charges,
  checkoutSessions,
  loadObject,
  paymentIntents,
  paymentMethods,
} from "./sandbox-store.server.ts";
import { failureStatuses, invalidRequest, StripeFailure } from "./stripe-failure.ts";
import { listShape, paymentIntentShape, paymentMethodShape, type Shape } from "./stripe-shapes.ts";

/** Stripe remembers keys for at least this long; older ones may be forgotten. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000;

export interface ApiResponse {
  status: StripeFailure["status"] | 200;
  body: object;
}

interface KeyedRequest {
  method: string;
  path: string;
  body: string;
}

const storedSchema = z.object({
  fingerprint: z.string(),
  answer: z.object({ status: z.literal([200, ...failureStatuses]), body: z.record(z.string(), z.unknown()) }),
});

/**
 * Handles a request once per idempotency key, within the caller's transaction: the key and the request's changes are
 * stored together or not at all. Later requests with the key get the same response, also a refusal or a 500. @throws
 * StripeFailure idempotency_error when the key was used for another request; 409 idempotency_key_in_use while the
 * first one is running
 */
export async function onceForKey(
  store: Store,
  key: string,
  request: KeyedRequest,
  handle: () => Promise<ApiResponse>,
): Promise<ApiResponse & { replayed: boolean }> {
  if (key.length > 255) {
    const message = "Idempotency keys must be at most 255 characters long.";
    throw new StripeFailure(400, { type: "idempotency_error", message }, { wasBegun: false });
  }
  const before = await findStoredResponse(store, key, request);
  if (before) return before;
  if (!(await store.claim(rowOf(key)))) throw inUse(key);
  // Another request may have finished between the read and the claim.
  const meanwhile = await findStoredResponse(store, key, request);
  if (meanwhile) return meanwhile;
  const made = await handle();
  await storeResponse(store, key, request, made);
  return { ...made, replayed: false };
}

async function findStoredResponse(
  store: Store,
  key: string,
  request: KeyedRequest,
): Promise<(ApiResponse & { replayed: true }) | undefined> {
  const row = await store.find(storedKey(key), { isNew: true });
  if (!row) return undefined;
  const { fingerprint, answer: response } = storedSchema.parse(row.body);
  if (fingerprint !== fingerprintOf(request)) {
    throw new StripeFailure(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { ...response, replayed: true };
}

/** Of two simultaneous requests with one key, the second must retry. */
function inUse(key: string): StripeFailure {
  const failure = {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  } as const;
  return new StripeFailure(409, failure, { wasBegun: false });
}

/**
 * Refuses a request at once whose key another request of this process uses, instead of after it. @throws StripeFailure
 * 409
 */
export function refuseKeyInUse(key: string): void {
  if (isClaimed(rowOf(key))) throw inUse(key);
}

/** Stores the response to the first request with a key. */
export async function storeResponse(
  store: Store,
  key: string,
  request: KeyedRequest,
  response: ApiResponse,
): Promise<void> {
  if (await store.find(storedKey(key), { isNew: true })) return;
  store.insert({ ...storedKey(key), body: { fingerprint: fingerprintOf(request), answer: response } });
}

function storedKey(key: string) {
  return { id: rowOf(key), provider: "stripe", kind: "idempotency" } as const;
}

export async function forgetOldKeys(store: Store): Promise<void> {
  await store.run(
    "delete from sandbox.object where provider = 'stripe' and kind = 'idempotency' and created_at < $1",
    [new Date(Date.now() - RETENTION_MILLISECONDS)],
  );
}

function rowOf(key: string): string {
  return `idempotency_${digest(key)}`;
}

function fingerprintOf({ method, path, body }: KeyedRequest): string {
  return digest(`${method} ${path}\n${body}`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

const DEEPEST = 4;
const fieldsSchema = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fieldsSchema>;

/** The fields that hold an id, and the kind of object behind it. */
const expandable: Record<string, (store: Store, id: string) => Promise<Shape>> = {
  payment_intent: async (store, id) => paymentIntentShape(await loadObject(store, paymentIntents, id)),
  latest_charge: async (store, id) => chargeShape(await loadObject(store, charges, id)),
  charge: async (store, id) => chargeShape(await loadObject(store, charges, id)),
  payment_method: async (store, id) => paymentMethodShape(await loadObject(store, paymentMethods, id)),
};

/**
 * Replaces ids by whole objects, for paths such as `latest_charge`, `payment_intent.latest_charge`,
 * `data.payment_intent` and a session's `line_items` (docs.stripe.com/api/expanding_objects). @throws StripeFailure
 * for a property that cannot be expanded
 */
export async function expandShape(store: Store, shape: Shape, paths: readonly string[]): Promise<Shape> {
  let expanded: Fields = { ...shape };
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > DEEPEST) {
      throw invalidRequest("You cannot expand more than 4 levels of a property", undefined, "expand");
    }
    expanded = await expandPath(store, expanded, parts, path);
  }
  return expanded;
}

async function expandPath(store: Store, shape: Fields, parts: string[], path: string): Promise<Fields> {
  const [name, ...rest] = parts;
  if (name === undefined) return shape;
  if (name === "data" && shape.object === "list") {
    const items = z.array(fieldsSchema).parse(shape.data);
    const data: Fields[] = [];
    for (const item of items) data.push(await expandPath(store, item, rest, path));
    return { ...shape, data };
  }
  const value = await expandField(store, shape, name, path);
  if (rest.length === 0 || value === null) return { ...shape, [name]: value };
  return { ...shape, [name]: await expandPath(store, fieldsSchema.parse(value), rest, path) };
}

async function expandField(store: Store, shape: Fields, name: string, path: string): Promise<unknown> {
  if (name === "line_items" && shape.object === "checkout.session") {
    if (shape.line_items !== undefined) return shape.line_items;
    const id = z.string().parse(shape.id);
    const lines = lineItemShapes(await loadObject(store, checkoutSessions, id));
    return listShape(`/v1/checkout/sessions/${id}/line_items`, lines.slice(0, 10), lines.length > 10);
  }
  const load = expandable[name];
  const value = shape[name];
  if (!load || value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
  }
  return typeof value === "string" ? load(store, value) : value;
}
