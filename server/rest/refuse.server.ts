import { randomUUID } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import { bearerTokenIn } from "#server/api-keys/api-key-secret.server.ts";
import { outageBehind, unstorableBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { Refusal } from "./refusal.ts";

/** The JSON response to any error of an endpoint or of the app around it. */
export function refuse(thrown: unknown, request: Request): Response {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  const path = new URL(request.url).pathname;
  const error = outageBehind(thrown) ?? unstorableBehind(thrown) ?? refusalOfLibrary(thrown) ?? thrown;
  if (error instanceof ShopError) {
    const { status, message, code, fields, extra, detail, retryAfterSeconds } = error;
    if (detail !== undefined) log("warn", "A REST request was refused", { requestId, path, code, detail });
    // What a caller may read of a refusal.
    const body = { message, code, ...(fields ? { fields } : {}), ...extra };
    return jsonResponse(status, body, {
      ...(retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {}),
      ...(status === 401 ? { "WWW-Authenticate": challengeFor(request) } : {}),
    });
  }
  log("error", "A REST request failed", { requestId, method: request.method, path, error });
  const message = "Something went wrong on our side. Please try again.";
  return jsonResponse(500, { message, code: "internal_error", requestId } satisfies Refusal);
}

/** The response where a file could not be made: a person in a browser reads it. */
export function failedFile(error: unknown, request: Request): Response {
  const requestId = request.headers.get("x-request-id");
  const path = new URL(request.url).pathname;
  // Whoever left does not need it any more.
  if (!request.signal.aborted)
    log("error", "a file could not be made", { requestId, method: request.method, path, error });
  return new Response("Something went wrong on our side. Please try again.", {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** The library refuses few requests that came past the shop's own checks: content types that it alone finds unreadable. */
function refusalOfLibrary(thrown: unknown): ShopError | undefined {
  return thrown instanceof HTTPException && thrown.status === 415 ? unsupportedMediaType() : undefined;
}

export function unsupportedMediaType(): ShopError {
  const message = "Send a JSON body with the header Content-Type: application/json.";
  return new ShopError("unsupported_media_type", message);
}

/** RFC 9110 section 15.5.2: each 401 says how to authenticate. RFC 6750 section 3.1: what was wrong with a key. */
function challengeFor(request: Request): string {
  const shown = bearerTokenIn(request.headers.get("authorization")) !== null;
  return `Bearer realm="shop"${shown ? ', error="invalid_token"' : ""}`;
}

/** JSON that nobody may cache: refusals, the responses of writes, and reads until `conditional` tags them. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}
