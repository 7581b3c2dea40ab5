import { data, redirect } from "@remix-run/node";
import { TRPCError } from "@trpc/server";
import { type AnyRead, requirePermission, requirePermissions } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind, unstorableBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { actorMay, type Capability } from "#server/core/roles.ts";
import type { CacheRule } from "#server/http/cacheable-address.ts";
import { readableForm, unreadableForm } from "#server/http/form-limits.ts";
import { contextFor } from "./request-context.server.ts";

export interface PageRequest {
  context: Context;
  request: Request;
  params: Record<string, string | undefined>;
  /** The requested address, parsed. */
  url: URL;
}

/** Where staff choose a better password or set up a second factor before they get their permissions. */
export const STAFF_DUTY_PAGE = "/account/settings?tab=security";

/** What a loader or an action is called with; the context is the key under which a request's own is stored. */
export interface PageArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: object;
}

/**
 * Makes a loader or an action from a function that gets the shop's context. A ShopError becomes the page's error
 * response with its status, for the nearest ErrorBoundary; anything else stays a 500 without internals.
 */
export function page<Result>(handle: (page: PageRequest) => Promise<Result>) {
  return (args: PageArguments) =>
    respond(
      async (pageRequest) => {
        redirectToRequiredAction(pageRequest);
        return handle(pageRequest);
      },
      args,
      ({ message, code }, init) => data({ message, code }, init),
    );
}

/** The same for a page that is identical for every visitor without a cookie: it may be cached as the rule says. */
export function sharedPage<Result>(rule: CacheRule, handle: (page: PageRequest) => Promise<Result>) {
  return Object.assign(page(handle), { cacheRules: [rule] });
}

/**
 * The same for a staff page: checks the capability before anything of the request is read. Others are sent to the
 * sign-in and back.
 */
export function staffPage<Result>(may: Capability, handle: (page: PageRequest) => Promise<Result>) {
  return guardedPage(may, handle, "sign-in");
}

/** The same for a staff page that tells others itself that it is not for them. */
export function staffPageOrForbidden<Result>(
  may: Capability,
  handle: (page: PageRequest) => Promise<Result>,
) {
  return guardedPage(may, handle, "refuse");
}

function guardedPage<Result>(
  may: Capability,
  handle: (page: PageRequest) => Promise<Result>,
  otherwise: "refuse" | "sign-in",
) {
  const handler = page(async (pageRequest) => {
    const { context, url } = pageRequest;
    if (otherwise === "sign-in" && !actorMay(context.actor, may)) throw redirect(signInFor(url), 303);
    requirePermission(context, may);
    return handle(pageRequest).catch((error) => {
      throw shopErrorBehind(error);
    });
  });
  return Object.assign(handler, { may });
}

/** What a procedure's refusal was before tRPC dressed it; any other error as it is. */
function shopErrorBehind(error: unknown): unknown {
  return error instanceof TRPCError && error.cause instanceof ShopError ? error.cause : error;
}

function signInFor({ pathname, search }: URL): string {
  return `/login?next=${encodeURIComponent(pathname + search)}`;
}

/** Whether this is the address of a page for staff. */
export function isStaffAddress({ pathname }: URL): boolean {
  return /^\/(admin|shop-manager)(\/|$)/.test(pathname) && pathname !== "/admin/login";
}

/** Redirects from every staff page to the one where they do what they must first. */
function redirectToRequiredAction({ context, url }: PageRequest): void {
  if (!isStaffAddress(url)) return;
  const { actor } = context;
  if (actor.kind !== "user" || !actor.mustFirst) return;
  throw redirect(STAFF_DUTY_PAGE, 303);
}

/** The same for a route that serves a file and has no error page: a person who is refused reads why. */
export function file(handle: (page: PageRequest) => Promise<Response>) {
  return (args: PageArguments) =>
    respond(handle, args, ({ message }, { status, headers }) => {
      const plain = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
      return new Response(message, { status, headers: { ...headers, ...plain } });
    });
}

/** The same for a file that is identical for every visitor without a cookie: it may be cached as the rule says. */
export function sharedFile(rule: CacheRule, handle: (page: PageRequest) => Promise<Response>) {
  return Object.assign(file(handle), { cacheRules: [rule] });
}

/** The same for a staff file, of what `reads` reads. */
export function staffFile(reads: AnyRead, handle: (page: PageRequest) => Promise<Response>) {
  const handler = file(async (pageRequest) => {
    requirePermissions(pageRequest.context, reads.permissions);
    return handle(pageRequest);
  });
  const [may] = reads.permissions;
  return Object.assign(handler, { may, reads });
}

async function respond<Result>(
  handle: (page: PageRequest) => Promise<Result>,
  { request, context: loadContext, params }: PageArguments,
  errorResponse: (error: ShopError, init: { status: number; headers: Record<string, string> }) => unknown,
): Promise<Result> {
  try {
    const context = await contextFor(request, loadContext);
    return await handle({ context, request: readable(request), params, url: new URL(request.url) });
  } catch (thrown) {
    const outage = outageBehind(thrown);
    if (outage) logOutage(outage, request);
    const error = outage ?? unstorableBehind(thrown) ?? thrown;
    if (!(error instanceof ShopError)) throw error;
    if (error.code === "not_found") redirectToSmallLetters(request);
    const headers: Record<string, string> = error.retryAfterSeconds
      ? { "Retry-After": String(error.retryAfterSeconds) }
      : {};
    throw errorResponse(error, { status: error.status, headers });
  }
}

/** Leads an address with capitals, where nothing is, to the one in small letters. @throws Response the redirect */
export function redirectToSmallLetters({ method, url }: Request): void {
  const { pathname, search } = new URL(url);
  const plain = NAMED_BY_SLUGS.test(pathname)
    ? inSmallLetters(pathname)
    : pathname.split("/").map(unlessCode).join("/");
  if (plain !== pathname && (method === "GET" || method === "HEAD")) throw redirect(plain + search, 301);
}

/** No capitals are in what names these, digits or not: "biochar-5kg". */
const NAMED_BY_SLUGS = /^\/(products|blog|newsletter\/issues)\//i;

/** Elsewhere what has a digit is a code (an order, a batch), whose capitals count. */
function unlessCode(segment: string): string {
  return /\d/.test(segment) ? segment : inSmallLetters(segment);
}

/** All but the escapes (`%3C`), which every address has in capitals: one in small ones would be led back here. */
function inSmallLetters(path: string): string {
  return path.replace(/%[0-9A-F]{2}|[A-Z]/gi, (sign) => (sign.startsWith("%") ? sign : sign.toLowerCase()));
}

function logOutage({ detail }: ShopError, request: Request): void {
  const requestId = request.headers.get("x-request-id");
  log("warn", "the database did not answer", { requestId, path: new URL(request.url).pathname, detail });
}

/** A body that is not a form is the sender's mistake: 400 instead of 500. */
function readable(request: Request): Request {
  const formData = request.formData.bind(request);
  request.formData = async () =>
    readableForm(
      await formData().catch((error: unknown) => {
        throw unreadableForm(error);
      }),
    );
  return request;
}
