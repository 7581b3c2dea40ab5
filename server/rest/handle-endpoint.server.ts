import { randomUUID } from "node:crypto";
import { requirePermission } from "#server/access/require.server.ts";
import { bearerTokenIn } from "#server/api-keys/api-key-secret.server.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind, unstorableBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { restContextFor } from "#server/process/request-context.server.ts";
import { type Endpoint, hasEntityTag } from "./endpoint.ts";
import { entityTagOf, matchesEntityTag } from "./entity-tag.ts";
import { readInput } from "./read-input.ts";
import { failureBody, refusalBody } from "./refusal.ts";
import { respondOnce } from "./respond-once.server.ts";

/** Authorises, parses, calls and responds for one endpoint. Never throws: every error becomes JSON. */
export async function handleEndpoint(
  endpoint: Endpoint,
  request: Request,
  loadContext: object,
  pathParams: Record<string, string>,
): Promise<Response> {
  try {
    const context = await restContextFor(request, loadContext, endpoint);
    guard(context, endpoint);
    const ownRequest = context.actor.kind === "api-key" ? withoutCookies(request) : request;
    await endpoint.refuseStrangers?.(context, ownRequest, pathParams);
    const input = await readInput(endpoint, request, pathParams);
    const {
      status,
      body,
      headers,
      cookies = [],
    } = await respondOnce(endpoint, { context, request: ownRequest, ...input });
    const contentType = endpoint.responses[status]?.contentType;
    if (contentType && body instanceof Uint8Array) return fileResponse(status, body, contentType, headers);
    const response = hasEntityTag(endpoint)
      ? taggedResponse(endpoint, request, { status, body, headers })
      : jsonResponse(status, body, headers);
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
    return response;
  } catch (error) {
    return refuse(error, request);
  }
}

/** The JSON response to any error of an endpoint or of the app around it. */
export function refuse(thrown: unknown, request: Request): Response {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  const path = new URL(request.url).pathname;
  const error = outageBehind(thrown) ?? unstorableBehind(thrown) ?? thrown;
  if (error instanceof ShopError) {
    const { code, detail } = error;
    if (detail !== undefined) log("warn", "A REST request was refused", { requestId, path, code, detail });
    const retryAfter = error.retryAfterSeconds;
    return jsonResponse(error.status, refusalBody(error), {
      ...(retryAfter ? { "Retry-After": String(retryAfter) } : {}),
      ...(error.status === 401 ? { "WWW-Authenticate": challengeFor(request) } : {}),
    });
  }
  log("error", "A REST request failed", { requestId, method: request.method, path, error });
  return jsonResponse(500, failureBody(requestId));
}

/** Checks everything before anything is done, so that a refusal changes nothing. */
function guard(context: Context, { permission, alsoNeeds = [] }: Endpoint): void {
  if (permission === "signed-in") {
    if (context.actor.kind === "visitor")
      throw new ShopError("unauthenticated", "Please sign in to continue.");
    if (context.actor.kind === "api-key")
      throw new ShopError(
        "forbidden",
        "This call is about the person who signed in, and an API key is nobody.",
      );
  } else if (permission !== "public") requirePermission(context, permission);
  for (const needed of alsoNeeds) requirePermission(context, needed);
}

/** RFC 9110 section 15.5.2: each 401 says how to authenticate. RFC 6750 section 3.1: what was wrong with a key. */
function challengeFor(request: Request): string {
  const shown = bearerTokenIn(request.headers.get("authorization")) !== null;
  return `Bearer realm="shop"${shown ? ', error="invalid_token"' : ""}`;
}

/** A request with a key is authorised by the key alone: no cart or session of a cookie counts. */
function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("cookie");
  // The body is read into the input.
  return new Request(request.url, { method: request.method, headers });
}

/** Nobody may cache refusals and the responses of writes. */
function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}

function fileResponse(
  status: number,
  bytes: Uint8Array,
  contentType: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(new Uint8Array(bytes), {
    status,
    headers: { "Content-Type": contentType, "Cache-Control": "private, no-store", ...headers },
  });
}

/** A response that its reader may cache if they revalidate each time; a read then gets 304 while it is unchanged. */
function taggedResponse(
  endpoint: Endpoint,
  request: Request,
  { status, body, headers = {} }: { status: number; body: unknown; headers?: Record<string, string> },
): Response {
  const text = JSON.stringify(body);
  const tag = entityTagOf(text, headers.Link);
  const isRead = endpoint.method === "GET";
  const all = { ...(isRead ? cachingOf(endpoint) : { "Cache-Control": "no-store" }), ETag: tag, ...headers };
  if (isRead && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers: all });
  }
  return new Response(text, {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...all },
  });
}

/** No cache on the way may store personal data, and the next person who signs in must not see them. */
function cachingOf({ caching }: Endpoint): Record<string, string> {
  if (caching === "public") return { "Cache-Control": "public, no-cache" };
  return { "Cache-Control": "private, no-cache", Vary: "Cookie, Authorization" };
}
