import { createHash } from "node:crypto";
import { requestInProgress, runInSandbox, whileInProgress } from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { StripeFailure } from "./stripe-failure.ts";

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

interface StoredAnswer {
  id: string;
  fingerprint: string;
  answer: ApiResponse;
}

const answers: Kind<StoredAnswer> = { provider: "stripe", kind: "idempotency" };

/**
 * Handles a request once per idempotency key: the key and the request's changes are kept together or not at all. Later
 * requests with the key get the same response, also a refusal or a 500. @throws StripeFailure idempotency_error when the
 * key was used for another request; 409 idempotency_key_in_use while the first one is being answered
 */
export function onceForKey(
  key: string,
  request: KeyedRequest,
  handle: (store: Store) => ApiResponse,
): Promise<ApiResponse & { replayed: boolean }> {
  if (key.length > 255) {
    const message = "Idempotency keys must be at most 255 characters long.";
    throw new StripeFailure(400, { type: "idempotency_error", message }, { wasBegun: false });
  }
  const id = digest(key);
  if (requestInProgress(id)) throw inUse(key);
  const fingerprint = digest(`${request.method} ${request.path}\n${request.body}`);
  const keep = (store: Store, answer: ApiResponse) => store.put(answers, { id, fingerprint, answer });
  return whileInProgress(id, async () => {
    try {
      return await runInSandbox((store) => {
        const stored = store.find(answers, id);
        if (stored && stored.fingerprint !== fingerprint) throw usedForAnother(key);
        if (stored) return { ...stored.answer, replayed: true };
        const answer = handle(store);
        keep(store, answer);
        return { ...answer, replayed: false };
      });
    } catch (error) {
      if (error instanceof StripeFailure && error.wasBegun) {
        const { status, body } = error;
        await runInSandbox((store) => {
          if (!store.find(answers, id)) keep(store, { status, body: { error: body } });
        });
      }
      throw error;
    }
  });
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

function usedForAnother(key: string): StripeFailure {
  return new StripeFailure(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function forgetOldKeys(store: Store): void {
  for (const { body, at } of store.list(answers)) {
    if (at < Date.now() - RETENTION_MILLISECONDS) store.remove(answers, body.id);
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
