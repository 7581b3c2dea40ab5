import type { EntityManager } from "@mikro-orm/postgresql";
import {
  type Claim,
  canonicalJson,
  claimRequest,
  giveUpClaim,
  idempotencyKeyIn,
  REPLAYED_HEADER,
  type RequestNames,
  type StoredResponse,
  stillRunning,
  storeResponse,
} from "#server/commands/idempotent-requests.server.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { openFor, sealFor, signatureOf, signingSecret } from "#server/core/secret.server.ts";
import { cartCookie, readCookie } from "#server/http/cookies.server.ts";
import type { Endpoint } from "./endpoint.ts";

type Input = Parameters<Endpoint["answer"]>[0];
type EndpointResponse = Awaited<ReturnType<Endpoint["answer"]>>;

/**
 * Handles a request once: a repetition under the same Idempotency-Key gets the first one's response and does nothing
 * (docs/decisions/018-idempotency-keys.md).
 * @throws ShopError `bad_request`, `validation_failed`, `conflict` as the key requires, and what the endpoint throws
 */
export async function respondOnce(endpoint: Endpoint, input: Input): Promise<EndpointResponse> {
  const key = endpoint.repeating ? idempotencyKeyIn(input.request.headers) : null;
  if (key === null) return endpoint.answer(input);
  const secret = await signingSecret(input.context.em);
  const names = await namesOf(secret, endpoint, input, key);
  const sealed = sealedWith(secret, names, key);
  const claim = await claimRequest(input.context, names);
  if ("status" in claim) {
    return { ...sealed.open(claim), headers: { ...claim.headers, [REPLAYED_HEADER]: "true" } };
  }
  try {
    return endpoint.repeating === "with-effect"
      ? await respondWithEffect(endpoint, input, claim, sealed.close)
      : await respondThenStore(endpoint, input, claim, sealed.close);
  } catch (error) {
    await giveUpClaim(input.context, claim).catch((reason: unknown) =>
      log("warn", "an idempotent request could not be given up", { path: endpoint.path, error: reason }),
    );
    throw error;
  }
}

/** Effect and response in one transaction: a crash leaves both or neither. */
function respondWithEffect(
  endpoint: Endpoint,
  input: Input,
  claim: Claim,
  storable: Storable,
): Promise<EndpointResponse> {
  return input.context.em.fork().transactional(async (em) => {
    const response = await endpoint.answer({
      ...input,
      context: { ...input.context, em: stayingInside(em) },
    });
    if (!(await storeResponse(em, claim, storable(response)))) throw stillRunning();
    return response;
  });
}

/**
 * For endpoints that call a payment provider, which no transaction may wait for. A repetition has no second effect.
 */
async function respondThenStore(
  endpoint: Endpoint,
  input: Input,
  claim: Claim,
  storable: Storable,
): Promise<EndpointResponse> {
  const response = await endpoint.answer(input);
  // 202 is not the final response.
  if (response.status === 202) await giveUpClaim(input.context, claim);
  else await storeResponse(input.context.em.fork(), claim, storable(response));
  return response;
}

type Storable = (response: EndpointResponse) => StoredResponse;

/**
 * Responses as they are stored: what they say, such as the secret with which a browser pays, is encrypted with the
 * caller's key, which is stored nowhere.
 */
function sealedWith(secret: string, { keyHash }: RequestNames, key: string) {
  const bySecret = `${secret} ${key}`;
  const sealedFor = { purpose: "idempotent-response", owner: keyHash };
  return {
    close({ status, body, headers = {} }: EndpointResponse): StoredResponse {
      return { status, body: sealFor(bySecret, sealedFor, JSON.stringify(body ?? null)), headers };
    },
    open(stored: StoredResponse): StoredResponse {
      const opened = typeof stored.body === "string" ? openFor(bySecret, sealedFor, stored.body) : undefined;
      return opened === undefined ? stored : { ...stored, body: JSON.parse(opened) };
    },
  };
}

/**
 * Verbs fork the EntityManager they get: these forks stay in the transaction, and their own transactions become
 * savepoints.
 */
function stayingInside(em: EntityManager): EntityManager {
  const fork = em.fork.bind(em);
  em.fork = (options) => fork({ ...options, keepTransactionContext: true });
  return em;
}

async function namesOf(
  secret: string,
  { method, path }: Endpoint,
  { context, request, params, query, body }: Input,
  key: string,
): Promise<RequestNames> {
  const scope = await scopeOf(context, request);
  return {
    keyHash: signatureOf(secret, "idempotency-key", canonicalJson([scope, key])),
    // The key is part of the fingerprint: without it nobody can test passwords against a leaked one.
    fingerprint: signatureOf(
      secret,
      "idempotent-request",
      canonicalJson([key, method, path, params, query, body]),
    ),
  };
}

/**
 * The owner of a key, so that different callers' keys never collide: an API key, a person on all their devices, a cart,
 * or an address.
 */
async function scopeOf({ actor, em, clientAddress }: Context, request: Request): Promise<string> {
  if (actor.kind === "api-key" || actor.kind === "user") return `${actor.kind} ${actor.id}`;
  const cartId = await readCookie(await cartCookie(em), request);
  return cartId === null ? `address ${clientAddress}` : `cart ${cartId}`;
}
