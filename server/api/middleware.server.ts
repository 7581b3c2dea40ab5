import { createHash } from "node:crypto";
import { bodyLimit as limitBody } from "hono/body-limit";
import type { MiddlewareHandler } from "hono/types";
import type { z } from "zod";
import { requirePermission } from "#server/access/read.server.ts";
import type { Endpoint } from "#server/api/endpoint.ts";
import { unsupportedMediaType } from "#server/api/error-response.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { assertStorable } from "#server/core/text.ts";
import { LONGEST_CALL } from "#server/http/body-limit.ts";
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from "#server/media/media-address.ts";
import { restContextFor } from "#server/process/request-context.server.ts";

export interface RestEnvironment {
  /** What Remix passes to the loader or action: the key under which a request's context is stored. */
  Bindings: { loadContext: object };
  Variables: {
    context: Context;
    /** The request as its caller may use it: one with an API key has no cookies. */
    request: Request;
  };
}

type Middleware = MiddlewareHandler<RestEnvironment>;

/** Settles who asks before anything that was sent is parsed, so that a refusal changes nothing. */
export function permitted(endpoint: Endpoint): Middleware {
  return async (c, next) => {
    const context = await restContextFor(c.req.raw, c.env.loadContext, endpoint);
    requirePermissionsOf(endpoint, context);
    const request = context.actor.kind === "api-key" ? withoutCookies(c.req.raw) : c.req.raw;
    await endpoint.assertAllowed?.(context, request, c.req.param());
    c.set("context", context);
    c.set("request", request);
    await next();
  };
}

function requirePermissionsOf({ permission, alsoNeeds = [] }: Endpoint, context: Context): void {
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

/** A request with a key is authorised by the key alone: no cart or session of a cookie counts. */
function withoutCookies({ url, method, headers: sent }: Request): Request {
  const headers = new Headers(sent);
  headers.delete("cookie");
  // The body is read into the input.
  return new Request(url, { method, headers });
}

/** Refuses what cannot be read or stored, before the schemas see it; a picture becomes the JSON that has it as a field. */
export function readable({ body, bodyLimit = LONGEST_CALL, pictureField }: Endpoint): Middleware {
  return async (c, next) => {
    assertStorable({ params: c.req.param(), query: c.req.queries() });
    if (!body) return next();
    const mediaType = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const isPicture = pictureField !== undefined && mediaType.startsWith("image/");
    if (!isPicture && !/^application\/([a-z0-9.-]+\+)?json$/.test(mediaType)) throw unsupportedMediaType();
    const tooLarge = isPicture ? pictureTooLarge(pictureField) : bodyTooLarge(bodyLimit);
    const maxSize = isPicture ? MAX_PICTURE_BYTES : bodyLimit;
    const reject = () => {
      throw tooLarge;
    };
    await limitBody({ maxSize, onError: reject })(c, async () => {});
    if (isPicture) c.req.raw = await pictureAsJson(c.req.raw, pictureField, mediaType);
    else assertStorable(parseJson(await c.req.arrayBuffer()));
    return next();
  };
}

function bodyTooLarge(limit: number): ShopError {
  return new ShopError("payload_too_large", `The body is too large: the limit is ${limit / 1000} kB.`);
}

function pictureTooLarge(field: string): ShopError {
  return new ShopError("payload_too_large", PICTURE_TOO_LARGE, { fields: { [field]: [PICTURE_TOO_LARGE] } });
}

/** What type of picture it is, its bytes say later. */
async function pictureAsJson(request: Request, field: string, type: string): Promise<Request> {
  const bytes = Buffer.from(await request.arrayBuffer());
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const body = JSON.stringify({ [field]: `data:${type};base64,${bytes.toString("base64")}` });
  return new Request(request.url, { method: request.method, headers, body });
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ShopError("bad_request", "The body is not readable JSON.");
  }
}

/** No response lists more than this many wrong fields. */
const FIELD_LIMIT = 50;

/** What the library calls after it has parsed a path, a query or a body. @throws ShopError `validation_failed` */
export function assertValid(result: { success: boolean; error?: z.core.$ZodError }): void {
  if (result.success || !result.error) return;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const isUnknown = issue.code === "unrecognized_keys";
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) addFault(fields, path, isUnknown ? "Unknown field" : issue.message);
  }
  const named = Object.keys(fields).slice(0, 5).join(", ");
  throw new ShopError("validation_failed", `Missing or not valid: ${named}.`, { fields });
}

function addFault(fields: Record<string, string[]>, path: readonly PropertyKey[], message: string): void {
  const name = path.map(String).join(".").slice(0, 100) || "body";
  const messages = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (messages) messages.push(message);
  // A field may be called __proto__.
  else if (Object.keys(fields).length < FIELD_LIMIT)
    Object.defineProperty(fields, name, { value: [message], enumerable: true });
}

/** Tags what was answered. A read may be cached if it is revalidated each time, and gets 304 while it is unchanged. */
export function conditional({ method, caching }: Endpoint): Middleware {
  return async (c, next) => {
    await next();
    if (c.error) return;
    const { headers } = c.res;
    const tag = entityTagOf(await c.res.clone().text(), headers.get("Link") ?? "");
    headers.set("ETag", tag);
    if (method !== "GET") return;
    headers.set("Cache-Control", caching === "public" ? "public, no-cache" : "private, no-cache");
    // No cache on the way may store personal data, and the next person who signs in must not see them.
    if (caching !== "public") headers.set("Vary", "Cookie, Authorization");
    if (matchesEntityTag(c.req.header("if-none-match") ?? null, tag))
      c.res = new Response(null, { status: 304, headers });
  };
}

/** A tag for exactly what a caller received: the text of the body and, for a list, where it continues. */
function entityTagOf(body: string, link = ""): string {
  return `"${createHash("sha256").update(body).update(link).digest("base64url").slice(0, 27)}"`;
}

/** Whether an If-None-Match header names the tag. Weak comparison: RFC 9110 section 13.1.2. */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}

/**
 * Whether a request has a precondition on what it read, whichever representation that was; "*" only requires that the resource exists.
 * @throws ShopError `conflict` when its If-Match does not name the current version
 */
export function insistsOn(request: Request, ...current: unknown[]): boolean {
  const expected = request.headers.get("if-match")?.trim();
  if (!expected || expected === "*") return false;
  // A proxy that compresses a response weakens its tag, so the comparison is as lenient as for If-None-Match.
  if (current.some((each) => matchesEntityTag(expected, entityTagOf(JSON.stringify(each))))) return true;
  throw new ShopError("conflict", "This was changed since you read it. Nothing was overwritten.");
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
