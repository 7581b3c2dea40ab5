import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, gunzipSync, gzipSync, constants as zlib } from "node:zlib";
import { versionOf } from "#server/core/topics.ts";
import type { TopicsAt } from "./cacheable-address.ts";
import type { RemixApplication } from "./remix-application.ts";
import type { ScheduleRequest } from "./request-ceilings.ts";

/*
 * A cached page in the encodings that browsers accept: each is made once, with the same bytes for everybody.
 */

export type Encoding = "br" | "gzip" | "identity";

const GZIP_LEVEL = 6;
/** Smaller than gzip's best result, in about the same time (measured on a page of the catalogue). */
const BROTLI_QUALITY = 5;

/** A page that is sent uncompressed. */
export class CompressedPage {
  readonly #gzip: Buffer;
  /** Compressed at the first request that accepts it. */
  #brotli: Buffer | undefined;
  /** Names exactly these bytes, for every encoding with its own ending (RFC 9110, 8.8.3). */
  readonly #tag: string;

  constructor(plain: Buffer) {
    this.#gzip = gzipSync(plain, { level: GZIP_LEVEL });
    this.#tag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  }

  /** The bytes that it takes in memory, or will take. */
  get byteLength(): number {
    return 2 * this.#gzip.length;
  }

  as(encoding: Encoding): Buffer {
    if (encoding === "gzip") return this.#gzip;
    // Hardly any browser requests it uncompressed.
    if (encoding === "identity") return gunzipSync(this.#gzip);
    this.#brotli ??= brotliCompressSync(gunzipSync(this.#gzip), {
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    return this.#brotli;
  }

  tagOf(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`;
  }
}

/** The best encoding that a request accepts; one with q=0 is not accepted (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined, offered: readonly Encoding[]): Encoding {
  const accepts = new Set(
    (accepted ?? "")
      .split(",")
      .map((item) => item.split(";").map((part) => part.trim()))
      .filter(([, weight]) => !/^q=0(\.0*)?$/i.test(weight ?? ""))
      .map(([name = ""]) => name.toLowerCase()),
  );
  return offered.find((encoding) => accepts.has(encoding)) ?? "identity";
}

/** The maximum age of a cached page, even if nothing has changed. */
const LONGEST_AGE_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** A cached response. */
interface CachedPage {
  version: number;
  madeAt: number;
  headers: [name: string, value: string][];
  body: CompressedPage;
}

interface CachedPagesOptions {
  now?: () => number;
  mostBytes?: number;
}

/** Pages in memory, each at one version of its topics; the oldest are evicted when there are too many. */
class CachedPages {
  readonly #now: () => number;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, CachedPage>();
  readonly #making = new Map<string, { version: number; page: Promise<CachedPage | undefined> }>();
  #bytes = 0;

  constructor({ now = () => performance.now(), mostBytes = MOST_BYTES }: CachedPagesOptions = {}) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** The page at that version, unless it is too old. */
  find(key: string, version: number): CachedPage | undefined {
    const cached = this.#kept.get(key);
    return cached?.version === version && this.#now() - cached.madeAt < LONGEST_AGE_MS ? cached : undefined;
  }

  /**
   * The page, rendered once however many requests wait for it; undefined where it may not be cached or could not be
   * rendered.
   */
  make(key: string, version: number, respond: () => Promise<Response>): Promise<CachedPage | undefined> {
    const begun = this.#making.get(key);
    if (begun?.version === version) return begun.page;
    const madeAt = this.#now();
    const page = respond()
      .then((response) => cachedPageOf(response, { version, madeAt }))
      // The requests that waited go to the application, which reports the error.
      .catch(() => undefined)
      .then((made) => {
        if (made) this.#keep(key, made);
        if (this.#making.get(key) === own) this.#making.delete(key);
        return made;
      });
    const own = { version, page };
    this.#making.set(key, own);
    return page;
  }

  #keep(key: string, page: CachedPage): void {
    this.#bytes += page.body.byteLength - (this.#kept.get(key)?.body.byteLength ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, page);
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= body.byteLength;
    }
  }
}

/** Set for each response, or here. */
const ownHeaders = new Set(["content-length", "content-security-policy", "vary"]);

async function cachedPageOf(
  response: Response,
  moment: Pick<CachedPage, "version" | "madeAt">,
): Promise<CachedPage | undefined> {
  const { status, headers } = response;
  if (status !== 200) return undefined;
  const vary = (headers.get("vary") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const forAll =
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !/no-store/.test(headers.get("cache-control") ?? "") &&
    // A request with a cookie or a key is not answered from the cache; what is accepted decided about the address
    // before (`withNegotiation`).
    vary.every((name) => ["accept", "accept-encoding", "cookie", "authorization"].includes(name));
  if (!forAll) return undefined;
  const pageHeaders: CachedPage["headers"] = [...headers].filter(([name]) => !ownHeaders.has(name));
  pageHeaders.push([
    "vary",
    [
      ...(vary.includes("accept") ? ["Accept"] : []),
      "Accept-Encoding",
      "Cookie",
      ...vary.filter((name) => name === "authorization"),
    ].join(", "),
  ]);
  const policy = headers.get("content-security-policy");
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!isPage) {
    if (policy) return undefined;
    const body = Buffer.from(await response.arrayBuffer());
    return { ...moment, headers: pageHeaders, body: new CompressedPage(body) };
  }
  const page = policy ? withHashes(await response.text(), policy) : undefined;
  if (!page) return undefined;
  pageHeaders.push(["content-security-policy", page.policy]);
  return { ...moment, headers: pageHeaders, body: new CompressedPage(Buffer.from(page.html)) };
}

const isData = /\btype="application\/(ld\+)?json"/;

/**
 * The page with the hashes of its inline scripts in place of their nonce: they are known once the page is rendered,
 * so its bytes can be the same for everybody. A script without the nonce is not the shop's and gets no hash. Script
 * elements that hold data do not run and need neither (CSP Level 3, 4.2.3; HTML, "prepare the script element").
 */
function withHashes(html: string, policy: string): { html: string; policy: string } | undefined {
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1];
  if (!nonce) return undefined;
  const carried = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", content = ""] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    if (!attributes.includes(carried) || / src=/.test(attributes) || isData.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  }
  const plain = html.replaceAll(carried, "");
  if (plain.includes(nonce)) return undefined;
  return { html: plain, policy: policy.replace(`'nonce-${nonce}'`, [...hashes].join(" ")) };
}

/** Longer addresses are not worth remembering. */
const LONGEST_ADDRESS = 300;

/**
 * Serves the addresses at which all visitors get the same page from memory: until something changes that the page
 * depends on, and for a few seconds at most. The shop renders the page by a request of its own, without the visitor's
 * headers: its bytes are the same for everybody, and a cache in front of the shop may store them for some seconds
 * (docs/growing.md). Anyone who sends a cookie gets a page of their own (docs/decisions/022).
 */
export function withPageCache(
  next: RequestListener,
  application: Pick<RemixApplication, "respond"> & { topicsAt: TopicsAt },
  { schedule = atOnce, ...options }: CachedPagesOptions & { schedule?: ScheduleRequest } = {},
): RequestListener {
  const pages = new CachedPages(options);

  /** No wait where the page is cached. */
  const respondFromMemory = (request: IncomingMessage, response: ServerResponse, version: number) => {
    const key = `${request.headers.host} ${request.url}`;
    const cached = pages.find(key, version);
    if (cached) return send(cached, request, response);
    schedule(request, response, () => {
      // Another request in the queue may have rendered it.
      const made = pages.find(key, version);
      if (made) return send(made, request, response);
      void pages
        .make(key, version, () => application.respond(anonymous(request)))
        .then((page) => (page ? send(page, request, response) : next(request, response)));
    });
  };

  return (request, response) => {
    const topics = isPlainRead(request) ? application.topicsAt(request.url ?? "/") : undefined;
    const version = topics && versionOf(...topics);
    if (version === undefined || request.headers.cookie !== undefined) return next(request, response);
    respondFromMemory(request, response, version);
  };
}

const atOnce: ScheduleRequest = (_request, _response, begin) => begin();

/** A plain GET of a whole page: no range, no API key, no body. */
function isPlainRead({ method, url = "/", headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    url.length <= LONGEST_ADDRESS &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/**
 * The request that renders the page: the address, and nothing of the visitor that others must not see. The client's
 * address serves the limits alone, which count a search under the visitor who started it.
 */
function anonymous({ method, url, headers }: IncomingMessage) {
  const { host, "x-request-id": id, "x-client-address": from } = headers;
  const forwarded = { host, "x-request-id": id, "x-client-address": from };
  return { method, url, headers: Object.fromEntries(Object.entries(forwarded).filter(([, value]) => value)) };
}

/**
 * For browsers and caches in front of the shop (RFC 9111): a browser revalidates each time; a shared cache may serve
 * the page for as long as the shop itself caches it. Requests with a cookie get another response.
 */
const FOR_EVERYBODY = `public, max-age=0, must-revalidate, s-maxage=${LONGEST_AGE_MS / 1000}`;

function send({ headers, body: page }: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  const encoding = encodingFor(request.headers["accept-encoding"], ["br", "gzip"]);
  // REST responses have their own tag and cache headers.
  if (!response.hasHeader("etag")) {
    response.setHeader("ETag", page.tagOf(encoding));
    response.setHeader("Cache-Control", FOR_EVERYBODY);
  }
  const tags = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
  if (tags?.includes(String(response.getHeader("etag")))) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const bytes = page.as(encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
