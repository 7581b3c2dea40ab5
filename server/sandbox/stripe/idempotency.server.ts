import { createHash } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { failureStatuses, StripeFailure } from "./stripe-failure.ts";

/** Stripe remembers keys for at least this long; older ones may be forgotten. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

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
 * Does a request once per idempotency key, within the caller's transaction: the key and what the request changed
 * are kept together or not at all. Every later request with the key gets the same answer, a refusal and a 500 too.
 * @throws StripeFailure idempotency_error when the key was used for another request; 409 idempotency_key_in_use while
 * the first one is being carried out
 */
export async function onceForKey(
  store: Store,
  key: string,
  request: KeyedRequest,
  answer: () => Promise<ApiResponse>,
): Promise<ApiResponse & { replayed: boolean }> {
  if (key.length > 255) {
    const message = "Idempotency keys must be at most 255 characters long.";
    throw new StripeFailure(400, { type: "idempotency_error", message }, { wasBegun: false });
  }
  const before = await findAnswer(store, key, request);
  if (before) return before;
  await claimKey(store, key);
  // Another request may have ended between the look and the claim.
  const meanwhile = await findAnswer(store, key, request);
  if (meanwhile) return meanwhile;
  const made = await answer();
  await keepAnswer(store, key, request, made);
  return { ...made, replayed: false };
}

async function findAnswer(
  store: Store,
  key: string,
  request: KeyedRequest,
): Promise<(ApiResponse & { replayed: true }) | undefined> {
  const row = await store.find({ id: rowOf(key), provider: "stripe", kind: "idempotency" });
  if (!row) return undefined;
  const { fingerprint, answer } = storedSchema.parse(row.body);
  if (fingerprint !== fingerprintOf(request)) {
    throw new StripeFailure(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { ...answer, replayed: true };
}

/** Two requests with one key at once: the second is told to come again. The lock ends with the transaction. */
async function claimKey(store: Store, key: string): Promise<void> {
  const [row] = await store.query(
    z.object({ claimed: z.boolean() }),
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as claimed",
    [rowOf(key)],
  );
  if (row?.claimed) return;
  const failure = {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  } as const;
  throw new StripeFailure(409, failure, { wasBegun: false });
}

/** Keeps the answer to the first request with a key. */
export async function keepAnswer(
  store: Store,
  key: string,
  request: KeyedRequest,
  answer: ApiResponse,
): Promise<void> {
  await store.run(
    `insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
       values ($1, 'stripe', 'idempotency', $2, $3, $3) on conflict (id) do nothing`,
    [rowOf(key), JSON.stringify({ fingerprint: fingerprintOf(request), answer }), new Date()],
  );
}

export async function forgetOldKeys(store: Store): Promise<void> {
  await store.run(
    "delete from sandbox.object where provider = 'stripe' and kind = 'idempotency' and created_at < $1",
    [new Date(Date.now() - KEPT_MILLISECONDS)],
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
