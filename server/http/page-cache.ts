import { randomFillSync } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { versionOf } from "#server/core/freshness.ts";
import { topicsAt } from "./cacheable-address.ts";
import type { RemixApplication } from "./remix-application.ts";
import { SplicedGzip } from "./spliced-gzip.ts";

/** A page is made anew after this long at the latest, whatever was heard of changes. */
const LONGEST_AGE_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Longer addresses are not worth remembering. */
const LONGEST_ADDRESS = 300;

interface KeptPage {
  version: number;
  madeAt: number;
  headers: [name: string, value: string][];
  /** The Content-Security-Policy around its nonces; none where there is no nonce. */
  policy: string[] | undefined;
  body: SplicedGzip;
  byteLength: number;
}

interface PageCacheOptions {
  now?: () => number;
  mostBytes?: number;
}

/**
 * Answers visitors without any cookie from memory, at the addresses where all of them get the same: for as long as
 * nothing changes that the page is made of, and for a few seconds at the most. The page is made by a request of the
 * shop's own, which carries nothing of the visitor, and is sent with another nonce each time
 * (docs/decisions on the caches).
 */
export function withPageCache(
  next: RequestListener,
  application: Pick<RemixApplication, "answer">,
  { now = () => performance.now(), mostBytes = MOST_BYTES }: PageCacheOptions = {},
): RequestListener {
  const kept = new Map<string, KeptPage>();
  const making = new Map<string, { version: number; page: Promise<KeptPage | undefined> }>();
  let bytes = 0;

  const keep = (key: string, page: KeptPage) => {
    bytes += page.byteLength - (kept.get(key)?.byteLength ?? 0);
    kept.delete(key);
    kept.set(key, page);
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  };

  /** The page, made once however many wait for it; undefined where it may not be kept. */
  const make = (key: string, request: IncomingMessage, version: number) => {
    const begun = making.get(key);
    if (begun?.version === version) return begun.page;
    const madeAt = now();
    const page = application
      .answer(anonymous(request))
      .then(({ status, headers, body }) =>
        status === 200 && Buffer.isBuffer(body) ? keptPageOf(headers, body, { version, madeAt }) : undefined,
      )
      // Whoever waited asks the application, and learns from it what is wrong.
      .catch(() => undefined)
      .then((made) => {
        if (made) keep(key, made);
        if (making.get(key) === own) making.delete(key);
        return made;
      });
    const own = { version, page };
    making.set(key, own);
    return page;
  };

  return (request, response) => {
    const topics = isAnonymous(request) ? topicsAt(request.url ?? "/") : undefined;
    const version = topics && versionOf(...topics);
    if (version === undefined) return next(request, response);
    const key = `${request.headers.host} ${request.url}`;
    const known = kept.get(key);
    if (known?.version === version && now() - known.madeAt < LONGEST_AGE_MS) {
      return send(known, request, response);
    }
    void make(key, request, version).then((page) => {
      if (page) send(page, request, response);
      else next(request, response);
    });
  };
}

/** Nothing in it tells who asks: no cookie whatever its name, no key, no body. */
function isAnonymous({ method, url = "/", headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    url.length <= LONGEST_ADDRESS &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/** The request that the page is made for: the address and nothing that another visitor should not see traces of. */
function anonymous({ method, url, headers }: IncomingMessage) {
  const { host, "x-request-id": id } = headers;
  return { method, url, headers: { ...(host ? { host } : {}), ...(id ? { "x-request-id": id } : {}) } };
}

/** Set for each answer anew. */
const ownHeaders = new Set(["content-length", "content-security-policy", "vary"]);

function keptPageOf(
  headers: Headers,
  body: Buffer,
  moment: Pick<KeptPage, "version" | "madeAt">,
): KeptPage | undefined {
  const policy = headers.get("content-security-policy");
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy ?? "")?.[1];
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const forAll =
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !/no-store/.test(headers.get("cache-control") ?? "") &&
    // Those who sent a cookie or a key are not answered from here.
    !/[^\s,]/.test((headers.get("vary") ?? "").replace(/\b(accept-encoding|cookie|authorization)\b/gi, ""));
  if (!forAll || (isPage && !nonce) || (policy && !nonce)) return undefined;
  const spliced = new SplicedGzip(body, nonce ?? "");
  return {
    ...moment,
    headers: [...headers].filter(([name]) => !ownHeaders.has(name)),
    policy: nonce ? policy?.split(nonce) : undefined,
    body: spliced,
    byteLength: spliced.byteLength,
  };
}

function send(page: KeptPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, policy, body } = page;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader("Vary", "Accept-Encoding");
  const nonce = policy ? freshNonce() : "";
  if (policy) response.setHeader("Content-Security-Policy", policy.join(nonce));
  const seen = request.headers["if-none-match"];
  if (seen !== undefined && seen === response.getHeader("etag")) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const compressed = body.with(nonce);
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (takesGzip) response.setHeader("Content-Encoding", "gzip");
  const sent = takesGzip ? compressed : gunzipSync(compressed);
  response.setHeader("Content-Length", sent.length);
  response.end(sent);
}

const NONCE_BYTES = 16;
const random = Buffer.alloc(256 * NONCE_BYTES);
let nextRandom = random.length;

/** 128 random bits, as app/entry.server.tsx has them; drawn for many answers at once. */
function freshNonce(): string {
  if (nextRandom === random.length) {
    randomFillSync(random);
    nextRandom = 0;
  }
  const from = nextRandom;
  nextRandom += NONCE_BYTES;
  return random.toString("base64", from, nextRandom);
}
