import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { versionOf } from "#server/core/cache-versions.ts";
import { log } from "#server/core/log.ts";
import type { ScheduleRequest } from "../limits/request-ceilings.ts";
import type { RemixApplication, VisitorFragment } from "../remix-application.ts";
import { isPageAddress, type TopicsAt } from "./cacheable-address.ts";
import { type CachedPage, CachedPages, type CachedPagesOptions, LONGEST_AGE_MS } from "./cached-pages.ts";
import { CompressedPage, encodingFor, type OpenPage } from "./compressed-page.ts";

/** Longer addresses are not worth remembering. */
const LONGEST_ADDRESS = 300;
/** A shared page is rendered for each number of items in a cart; hardly any cart has more. */
const MOST_ITEMS_SHARED = 30;
/** What follows the visitor's own part. */
const DOCUMENT_END = "</body></html>";

/**
 * Serves the addresses at which all visitors get the same page from memory: until something changes that the page
 * depends on, and for a few seconds at most. The shop renders the page by a request of its own, without the visitor's
 * headers: its bytes are the same for everybody, and a cache in front of the shop may store them for some seconds
 * (docs/growing.md). A visitor with cookies gets it too, followed by their own data, read for each visit
 * (docs/decisions/022, 027 and 042).
 */
export function withPageCache(
  next: RequestListener,
  application: Pick<RemixApplication, "respond" | "visitorFragmentFor"> & { topicsAt: TopicsAt },
  { schedule = atOnce, ...options }: CachedPagesOptions & { schedule?: ScheduleRequest } = {},
): RequestListener {
  const pages = new CachedPages(options);

  /** For visitors without a cookie: no wait where the page is cached. */
  const respondToAnonymous = (request: IncomingMessage, response: ServerResponse, version: number) => {
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

  const respondToVisitor = async (request: IncomingMessage, response: ServerResponse, version: number) => {
    const own = await application.visitorFragmentFor(request);
    if (!own || own.itemCount > MOST_ITEMS_SHARED) return next(request, response);
    const { itemCount, visitorKind, tradeList } = own;
    // All that the page shows of its visitor: two who differ in any of it never get the same one.
    const key = `${request.headers.host} ${request.url} shared ${visitorKind} ${itemCount} ${tradeList ?? ""}`;
    const make = async () => {
      const sharedPage = { itemCount, visitorKind, tradeList, dependsOnVisitor: false };
      const response = await application.respond(anonymous(request), { sharedPage });
      return sharedPage.dependsOnVisitor ? undefined : response;
    };
    const cached = pages.find(key, version);
    if (cached) return send(cached, request, response, own);
    await new Promise<void>((resolve, reject) => {
      schedule(request, response, () => {
        const begun = pages.find(key, version) ?? pages.make(key, version, make, DOCUMENT_END);
        Promise.resolve(begun)
          .then((page) => (page ? send(page, request, response, own) : next(request, response)))
          .then(resolve, reject);
      });
    });
  };

  return (request, response) => {
    const topics = isPlainRead(request) ? application.topicsAt(request.url ?? "/") : undefined;
    const version = topics && versionOf(...topics);
    if (version === undefined) return next(request, response);
    if (request.headers.cookie === undefined) return respondToAnonymous(request, response, version);
    if (!isPageAddress(request.url ?? "/")) return next(request, response);
    respondToVisitor(request, response, version).catch((error: unknown) => {
      // Nothing has been sent yet; the application reports the error.
      log("warn", "a page from memory could not be sent", {
        requestId: request.headers["x-request-id"],
        error,
      });
      next(request, response);
    });
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

function send(
  { headers, body }: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  own?: VisitorFragment,
) {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (body instanceof CompressedPage) sendWhole(body, request, response);
  else if (own) sendWithFragment(body, own, request, response);
}

function sendWhole(page: CompressedPage, request: IncomingMessage, response: ServerResponse): void {
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
  sendBytes(page.as(encoding), encoding, response);
}

function sendWithFragment(
  page: OpenPage,
  own: VisitorFragment,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("Cache-Control", own.cacheControl);
  const encoding = encodingFor(request.headers["accept-encoding"], ["gzip"]);
  const tail = Buffer.from(own.html + DOCUMENT_END);
  sendBytes(page.with(tail, encoding === "gzip" ? "gzip" : "identity"), encoding, response);
}

function sendBytes(bytes: Buffer, encoding: string, response: ServerResponse): void {
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
