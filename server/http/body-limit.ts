import type { IncomingMessage, RequestListener } from "node:http";
import { limitKeyOf } from "#server/access/limit-key.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import { pathOf, respondEarly } from "./respond-early.ts";

const KILOBYTE = 1000;
const MEGABYTE = 1024 * 1024;

interface BodyLimit {
  what: string;
  at: RegExp;
  bytes: number;
  /** For requests with a session or a key; the rows below apply to all others. */
  needsIdentity?: boolean;
}

/** The largest body of a JSON call: an order of a hundred lines takes about ten thousand. */
export const LONGEST_CALL = 100 * KILOBYTE;

/**
 * The largest body by kind of address: the first row that matches counts. Nothing else is known of a sender at this
 * point.
 */
const bodyLimits: readonly BodyLimit[] = [
  {
    what: "product pictures, the shop's logo, product files and reports of laboratories",
    at: /^\/api\/(admin\/products(\/.*)?|admin\/batches\/[^/]+\/analyses|trpc\/(products\.(update|create|checkImport|import|savePictures|saveDocuments)|batches\.addAnalysis|settings\.save))$/,
    bytes: 8 * MEGABYTE,
    needsIdentity: true,
  },
  {
    what: "articles, long refunds and whatever else staff write",
    at: /^\/api\/trpc\//,
    bytes: MEGABYTE,
    needsIdentity: true,
  },
  { what: "events of Stripe and PayPal, which are signed", at: /^\/webhooks\//, bytes: MEGABYTE },
  { what: "REST calls", at: /^\/(api|paypal)\//, bytes: LONGEST_CALL },
  {
    what: "messages: ten thousand characters, of nine bytes each as a form sends Chinese",
    at: /^\/contact(\.data)?$/,
    bytes: 100 * KILOBYTE,
  },
];
/** The longest form of a shopper, an address for the bill and one for the parcel, has eighteen. */
const LONGEST_FORM = 64 * KILOBYTE;
const LONGEST_BODY = Math.max(...bodyLimits.map(({ bytes }) => bytes));

/** The first bytes of every body are not counted: shoppers' forms are shorter than that, so they always find room. */
const UNCOUNTED_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 10;

/** The bytes of request bodies that one process holds at the same moment, beyond the uncounted start of each. */
const bufferedBytes = () => new Ceiling("held bytes", 64 * MEGABYTE);
/** One address may take a quarter of it, two uploads, and so never all the room. */
const bufferedBytesOfAddress = () => new Ceiling("held bytes of an address", 16 * MEGABYTE);

type BufferedHeaders = Pick<IncomingMessage["headers"], "cookie" | "authorization">;

/** Whether the body is compressed, which nothing here reads. */
function isEncoded(headers: IncomingMessage["headers"]): boolean {
  const encodings = String(headers["content-encoding"] ?? "").split(",");
  return encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding));
}

/** The most bytes a request to this path may carry. */
export function bodyLimit(path: string, { cookie, authorization }: BufferedHeaders): number {
  const showsWhoItIs = authorization !== undefined || /(^|[\s;])(__Host-)?session=/.test(cookie ?? "");
  const row = bodyLimits.find(({ at, needsIdentity }) => at.test(path) && (!needsIdentity || showsWhoItIs));
  return row?.bytes ?? LONGEST_FORM;
}

/**
 * Refuses a compressed body with 415. Holds every other until it is complete, so that a slow sender costs a connection
 * and none of the requests at work. Responds 413 to a body over the limit, 503 when there is no room left, and 429 when
 * the client's own address took the room; such requests never reach the application.
 */
export function withBodyLimit(
  next: RequestListener,
  limitFor: (path: string, headers: BufferedHeaders) => number = bodyLimit,
  buffered = { all: bufferedBytes(), ofAddress: bufferedBytesOfAddress() },
): RequestListener {
  const tooLong = new Ceiling("body bytes", LONGEST_BODY);
  return (request, response) => {
    const limit = limitFor(pathOf(request), request.headers);
    const declared = request.headers["content-length"];
    if (Number(declared ?? 0) > limit) return rejectLong();
    if (declared === undefined && request.headers["transfer-encoding"] === undefined) {
      return next(request, response);
    }
    if (isEncoded(request.headers)) return rejectEncoded();
    const network = limitKeyOf(String(request.headers["x-client-address"] ?? ""));
    let taken = 0;
    response.once("close", () => {
      if (taken === 0) return;
      buffered.all.release(taken);
      buffered.ofAddress.release(taken, network);
    });
    holdBack(request, {
      complete: () => next(request, response),
      mayHold: (size) => {
        if (size > limit) {
          rejectLong();
          return false;
        }
        const more = Math.max(0, size - UNCOUNTED_BYTES) - taken;
        if (more <= 0 || response.closed) return true;
        if (!buffered.ofAddress.take(more, network)) {
          rejectFull(429, "rate_limited", "Too much is being sent from your network at the same time.");
          return false;
        }
        if (!buffered.all.take(more)) {
          buffered.ofAddress.release(more, network);
          rejectFull(503, "unavailable", "Too much is being sent to the shop at the same time.");
          return false;
        }
        taken += more;
        return true;
      },
    });

    /** RFC 9110, 15.5.16: the header says what would be taken. */
    function rejectEncoded(): void {
      response.setHeader("Accept-Encoding", "identity");
      const message = "Send the body as it is, without a Content-Encoding.";
      respondEarly(request, response, { status: 415, code: "unsupported_media_type", message });
    }
    function rejectLong(): void {
      tooLong.countRejection();
      const most = limit < MEGABYTE ? `${limit / KILOBYTE} kB` : `${limit / MEGABYTE} MB`;
      const message = `That is too large: the limit is ${most}.`;
      respondEarly(request, response, { status: 413, code: "payload_too_large", message });
    }
    function rejectFull(status: number, code: "rate_limited" | "unavailable", reason: string): void {
      const message = `${reason} Please try again in a moment.`;
      respondEarly(request, response, { status, code, message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };
}

interface Holding {
  /** Called with the size so far, before a piece is stored; when it returns false, it has sent the response. */
  mayHold(size: number): boolean;
  complete(): void;
}

/**
 * Node's parser delivers the body through `push`. Replacing it stores the pieces without reading the stream, which only
 * one reader can do.
 */
function holdBack(request: IncomingMessage, { mayHold, complete }: Holding): void {
  const push = request.push.bind(request);
  const chunks: Buffer[] = [];
  let size = 0;
  let rejected = false;
  request.push = (chunk) => {
    if (rejected) return true;
    if (chunk === null) {
      request.push = push;
      for (const part of chunks) push(part);
      push(null);
      complete();
      return true;
    }
    size += chunk.length;
    if (mayHold(size)) chunks.push(chunk);
    else {
      rejected = true;
      chunks.length = 0;
    }
    return true;
  };
}
