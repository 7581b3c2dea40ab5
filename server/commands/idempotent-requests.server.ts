import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { IdempotentRequest } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";

/** How long a response is stored for repetitions. */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** No request takes this long: a process without a response by then was killed, and a repetition takes over. */
const CLAIM_MS = 60_000;

/** What identifies a request: HMACs, so that a leaked table reveals neither keys nor bodies (which hold passwords). */
export interface RequestNames {
  /** Of the caller and their key. */
  keyHash: string;
  /** Of the request. */
  fingerprint: string;
}

/** The right to do the work of a request, until it has a response or is given up. */
export interface Claim {
  id: number;
  claim: string;
}

export interface StoredResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Claims a request, in a transaction of its own, or finds its stored response.
 * @throws ShopError `validation_failed` (the key was used for something else), `conflict` (it is being worked on)
 */
export async function claimRequest(context: Context, names: RequestNames): Promise<Claim | StoredResponse> {
  const em = context.em.fork();
  const now = context.clock.now();
  const claim = randomUUID();
  const isOver = "idempotent_request.created_at <= ?";
  const isAbandoned =
    "idempotent_request.status is null and idempotent_request.claimed_at <= ? and idempotent_request.fingerprint = excluded.fingerprint";
  const [claimed] = await rawRows(
    em,
    idRow,
    `insert into idempotent_request (key_hash, fingerprint, claim, claimed_at, created_at) values (?, ?, ?, ?, ?)
     on conflict (key_hash) do update
     set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_at = excluded.claimed_at,
         created_at = excluded.created_at, status = null, body = null, headers = null
     where (${isOver}) or (${isAbandoned})
     returning id`,
    [
      names.keyHash,
      names.fingerprint,
      claim,
      now,
      now,
      new Date(now.getTime() - RETENTION_MS),
      new Date(now.getTime() - CLAIM_MS),
    ],
  );
  if (claimed) return { id: claimed.id, claim };
  const existing = await em.findOne(IdempotentRequest, { keyHash: names.keyHash });
  if (existing && existing.fingerprint !== names.fingerprint) throw usedForSomethingElse();
  if (typeof existing?.status !== "number") throw stillRunning();
  return {
    status: existing.status,
    body: JSON.parse(existing.body ?? "null"),
    headers: existing.headers ?? {},
  };
}

/** Stores a response, in the caller's transaction. False when somebody else has taken the claim over. */
export async function storeResponse(
  em: EntityManager,
  { id, claim }: Claim,
  response: StoredResponse,
): Promise<boolean> {
  const { status, body, headers } = response;
  const updated = await em.nativeUpdate(
    IdempotentRequest,
    { id, claim, status: null },
    { status, body: JSON.stringify(body), headers },
  );
  return updated === 1;
}

/** Removes a request that was refused or failed, so that a repetition runs afresh. */
export async function giveUpClaim(context: Context, { id, claim }: Claim): Promise<void> {
  await context.em.fork().nativeDelete(IdempotentRequest, { id, claim, status: null });
}

/** The job that deletes requests too old to be repeated. */
export async function forgetIdempotentRequests(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - RETENTION_MS);
  await context.em.fork().nativeDelete(IdempotentRequest, { createdAt: { $lte: before } });
}

function usedForSomethingElse(): ShopError {
  const message = `This ${IDEMPOTENCY_HEADER} was used for another request. Use a new one for each.`;
  return new ShopError("validation_failed", message, { fields: { [IDEMPOTENCY_HEADER]: [message] } });
}

/** Also for a request whose claim was taken over while it worked. */
export function stillRunning(): ShopError {
  const message = "The same request is being worked on. Please send it again in a moment.";
  return new ShopError("conflict", message, { retryAfterSeconds: 1 });
}

const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** Marks a stored response. */
export const REPLAYED_HEADER = "Idempotency-Replayed";

/** Long enough that nobody guesses another's by chance; a UUID has 36 characters. */
const WELL_FORMED = /^[A-Za-z0-9._:-]{8,128}$/;

/**
 * The key of a request, bare or as a quoted string (draft-ietf-httpapi-idempotency-key-header); null without one.
 * @throws ShopError `bad_request`
 */
export function idempotencyKeyIn(headers: Headers): string | null {
  const idempotencyKey = headers.get(IDEMPOTENCY_HEADER);
  if (idempotencyKey === null) return null;
  const key = /^"(.*)"$/.exec(idempotencyKey.trim())?.[1] ?? idempotencyKey.trim();
  if (WELL_FORMED.test(key)) return key;
  throw new ShopError(
    "bad_request",
    `${IDEMPOTENCY_HEADER} must be 8 to 128 letters, digits, dots, colons, dashes or underscores, such as a UUID.`,
  );
}

/** JSON with sorted fields, so that the order makes no difference. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
