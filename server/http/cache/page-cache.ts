import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { versionOf } from "#server/core/cache-versions.ts";
import type { ScheduleRequest } from "../limits/request-ceilings.ts";
import type { RemixApplication } from "../remix-application.ts";
import type { TopicsAt } from "./cacheable-address.ts";
import { type CachedPage, CachedPages, type CachedPagesOptions, LONGEST_AGE_MS } from "./cached-pages.ts";
import { encodingFor } from "./compressed-page.ts";

/** Longer addresses are not worth remembering. */
const LONGEST_ADDRESS = 300;

/**
 * Serves the addresses at which all visitors get the same page from memory: until something changes that the page
 * depends on, and for a few seconds at most. The shop renders the page by a request of its own, without the visitor's
 * headers: its bytes are the same for everybody, and a cache in front of the shop may store them for some seconds
 * (docs/growing.md). Whoever sends a cookie gets a page of their own (docs/decisions/022 and 042).
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
