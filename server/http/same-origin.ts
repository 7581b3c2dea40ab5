import type { IncomingMessage, RequestListener } from "node:http";
import { ShopError } from "#server/core/errors.ts";
import { requestedHost } from "./client-address.ts";
import { respondEarly } from "./respond-early.ts";

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/** The message of the refusal. */
const CROSS_ORIGIN_REFUSAL = "This request came from another site and was refused.";

interface Sender {
  method: string;
  /** The Sec-Fetch-Site header, which only a browser can set. */
  site: string | undefined;
  /** The Origin header. */
  origin: string | undefined;
}

/**
 * Whether another site made the browser send this write (docs/rules.md#access-9). Scripts send neither header and pass,
 * since they carry nobody's cookies. Hosts are compared without the scheme: behind a proxy that terminates TLS the
 * shop's own address begins with http.
 */
function isFromElsewhere(sender: Sender, ownHosts: readonly (string | undefined)[]): boolean {
  if (readOnly.has(sender.method)) return false;
  if (sender.site !== undefined) return sender.site !== "same-origin" && sender.site !== "none";
  if (sender.origin === undefined) return false;
  const host = hostOf(sender.origin);
  return host === undefined || !ownHosts.includes(host);
}

/**
 * Responds 403 to cross-site writes before Remix sees them: its own check compares Origin with Host alone and responds
 * with an empty 500. An Origin that passed here and would fail there (the public address behind a proxy, or the "null"
 * of a page without a referrer) is therefore removed.
 */
export function withSameOrigin(
  next: RequestListener,
  { publicUrl }: { publicUrl: string | undefined },
): RequestListener {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (request, response) => {
    const host = requestedHost(request);
    const { origin, "sec-fetch-site": site } = request.headers;
    const sender = { method: request.method ?? "", site: site?.toString(), origin };
    if (showsKey(request) || !isFromElsewhere(sender, [host, publicHost])) {
      if (origin !== undefined && hostOf(origin) !== host) delete request.headers.origin;
      next(request, response);
      return;
    }
    respondEarly(request, response, { status: 403, code: "forbidden", message: CROSS_ORIGIN_REFUSAL });
  };
}

/** An API key, which no browser sends by itself; only the REST API reads keys, everything else reads cookies. */
function showsKey({ url, headers }: IncomingMessage): boolean {
  return /^\/(api(?!\/trpc)|paypal)(\/|$)/.test(url ?? "") && /^bearer\b/i.test(headers.authorization ?? "");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Refuses writes that another site made the browser send, wherever a request's context is made, even where no
 * `withSameOrigin` stands in front, as in development.
 * @throws ShopError `forbidden`
 */
export function assertSameOrigin(request: Request, publicUrl: string): void {
  const sender = {
    method: request.method,
    site: request.headers.get("sec-fetch-site") ?? undefined,
    origin: request.headers.get("origin") ?? undefined,
  };
  if (isFromElsewhere(sender, [new URL(publicUrl).host, new URL(request.url).host])) {
    throw new ShopError("forbidden", CROSS_ORIGIN_REFUSAL);
  }
}

/** Placeholder for our own origin while a path is parsed; nobody can own it. */
const OWN_ORIGIN = "http://own.invalid";

/**
 * A path of this site from text that anybody may have written (`?next=`, a hidden field), or the fallback when it
 * would lead elsewhere: browsers read "//x", "/\x" and "/<tab>/x" as other hosts.
 */
export function localPath(text: unknown, fallback: string): string {
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, OWN_ORIGIN)) return fallback;
  const { origin, pathname, search, hash } = new URL(text, OWN_ORIGIN);
  // "/.//x" stays on our origin while parsed, but its path alone would not.
  if (origin !== OWN_ORIGIN || pathname.startsWith("//")) return fallback;
  return pathname + search + hash;
}
