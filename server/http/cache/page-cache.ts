import { randomFillSync } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { versionOf } from "#server/core/freshness.ts";
import { log } from "#server/core/log.ts";
import type { GiveTurn } from "../limits/request-ceilings.ts";
import type { OwnPart, RemixApplication } from "../remix-application.ts";
import { isPageAddress, topicsAt } from "./cacheable-address.ts";
import { type KeptPage, KeptPages, type KeptPagesOptions } from "./kept-pages.ts";

/** Longer addresses are not worth remembering. */
const LONGEST_ADDRESS = 300;
/** A shared page is made for each number of things in a cart; hardly any cart has more. */
const MOST_ITEMS_SHARED = 30;
/** What comes after the visitor's own part. */
const DOCUMENT_END = "</body></html>";

/**
 * Answers from memory, at the addresses where all visitors get the same: for as long as nothing changes that the page
 * is made of, and for a few seconds at the most. The page is made by a request of the shop's own, which carries nothing
 * of the visitor, and is sent with another nonce each time. A visitor with cookies gets it too, followed by what is
 * theirs, read for each visit (docs/decisions/022 and 027).
 */
export function withPageCache(
  next: RequestListener,
  application: Pick<RemixApplication, "answer" | "ownPartFor">,
  { giveTurn = atOnce, ...options }: KeptPagesOptions & { giveTurn?: GiveTurn } = {},
): RequestListener {
  const pages = new KeptPages(options);

  /** To whom no cookie belongs: without a wait where the page is there. */
  const answerStranger = (request: IncomingMessage, response: ServerResponse, version: number) => {
    const key = `${request.headers.host} ${request.url}`;
    const known = pages.find(key, version);
    if (known) return send(known, request, response);
    giveTurn(request, response, () => {
      // Somebody else in the line may have had it made.
      const made = pages.find(key, version);
      if (made) return send(made, request, response);
      void pages
        .make(key, version, () => application.answer(anonymous(request)))
        .then((page) => (page ? send(page, request, response) : next(request, response)));
    });
  };

  const answerVisitor = async (request: IncomingMessage, response: ServerResponse, version: number) => {
    const own = await application.ownPartFor(request);
    if (!own || own.itemCount > MOST_ITEMS_SHARED) return next(request, response);
    const { itemCount } = own;
    const key = `${request.headers.host} ${request.url} shared ${itemCount}`;
    const make = async () => {
      const sharedPage = { itemCount, asksWhoVisits: false };
      const answer = await application.answer(anonymous(request), { sharedPage });
      return sharedPage.asksWhoVisits ? undefined : answer;
    };
    const known = pages.find(key, version);
    if (known) return send(known, request, response, own);
    await new Promise<void>((resolve, reject) => {
      giveTurn(request, response, () => {
        const begun = pages.find(key, version) ?? pages.make(key, version, make, DOCUMENT_END);
        Promise.resolve(begun)
          .then((page) => (page ? send(page, request, response, own) : next(request, response)))
          .then(resolve, reject);
      });
    });
  };

  return (request, response) => {
    const topics = isPlainRead(request) ? topicsAt(request.url ?? "/") : undefined;
    const version = topics && versionOf(...topics);
    if (version === undefined) return next(request, response);
    if (request.headers.cookie === undefined) return answerStranger(request, response, version);
    if (!isPageAddress(request.url ?? "/")) return next(request, response);
    answerVisitor(request, response, version).catch((error: unknown) => {
      // Nothing was sent yet; the application tells the visitor what is wrong.
      log("warn", "a page from memory could not be sent", {
        requestId: request.headers["x-request-id"],
        error,
      });
      next(request, response);
    });
  };
}

const atOnce: GiveTurn = (_request, _response, begin) => begin();

/** It asks for what stands at an address, and for no part of it; no key, no body. */
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
 * The request that the page is made for: the address and nothing that another visitor should not see traces of. Where
 * it came from is for the limits alone, which count a search that is made for somebody as theirs.
 */
function anonymous({ method, url, headers }: IncomingMessage) {
  const { host, "x-request-id": id, "x-client-address": from } = headers;
  const told = { host, "x-request-id": id, "x-client-address": from };
  return { method, url, headers: Object.fromEntries(Object.entries(told).filter(([, value]) => value)) };
}

function send(page: KeptPage, request: IncomingMessage, response: ServerResponse, own?: OwnPart): void {
  const { headers, policy, body } = page;
  const nonce = policy ? freshNonce() : "";
  const compressed = body.with(nonce, own && Buffer.from(own.html + DOCUMENT_END));
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader("Vary", "Accept-Encoding");
  if (own) response.setHeader("Cache-Control", own.cacheControl);
  if (policy) response.setHeader("Content-Security-Policy", policy.join(nonce));
  const seen = request.headers["if-none-match"];
  if (!own && seen !== undefined && seen === response.getHeader("etag")) {
    response.statusCode = 304;
    response.end();
    return;
  }
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
