import type { IncomingMessage, RequestListener } from "node:http";
import type { ShopErrorCode } from "#server/core/errors.ts";
import { respondEarly } from "./respond-early.ts";
import { withSecurityHeaders } from "./security-headers.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A host name or address and a port: nothing that would change the path when the two are joined. */
const PLAIN_HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** The longest path of the shop has five segments; Remix's work on an address grows with the square of both. */
const LONGEST_PATH = 2000;
const MOST_SEGMENTS = 20;

/** Where a browser asks for the routes of the links that it sees (Remix), each as a parameter `p`. */
export const DISCOVERY = "/__manifest";
/** Different paths, those above them too: Remix looks up each. No page of the demo asks for more than 38. */
const MOST_DISCOVERED = 100;

/** Longer headers of those that somebody here takes apart; cookies and what only the log shows may be longer. */
const LONGEST_HEADER = 2000;
const readHeaders = [
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-type",
  "forwarded",
  "host",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "x-forwarded-for",
  "x-forwarded-host",
] as const;

interface AddressError {
  status: 400 | 404 | 405 | 431;
  code: ShopErrorCode;
  message: string;
}

/**
 * The first thing that sees a request: refuses an address that two layers could read in two ways (dots, empty segments,
 * control characters, percent signs that stand for nothing) or that is longer than any of ours, headers too long to be
 * taken apart, and methods that nothing answers. What passes is written in one way into `request.url`, so that limits,
 * hosts, headers, log, cache and the application all judge the same address (docs/rules.md#access-13).
 */
export function withReadableAddress(next: RequestListener): RequestListener {
  return (request, response) => {
    const read = readRequest(request);
    if (typeof read === "string") {
      request.url = read;
      next(request, response);
      return;
    }
    if (read.status === 405) response.setHeader("Allow", methods.join(", "));
    withSecurityHeaders(() => respondEarly(request, response, read))(request, response);
  };
}

function readRequest({ method = "", headers, url = "/" }: IncomingMessage): string | AddressError {
  if (!methods.includes(method)) {
    return { status: 405, code: "method_not_allowed", message: `Nothing here answers ${method}.` };
  }
  const long = readHeaders.find((name) => (headers[name]?.length ?? 0) > LONGEST_HEADER);
  if (long) return { status: 431, code: "bad_request", message: `The header ${long} is too long.` };
  if (headers.host !== undefined && !PLAIN_HOST.test(headers.host)) return unreadable("it names no host");
  return readAddress(url);
}

/** The address in its one form, or why it is refused. */
function readAddress(target: string): string | AddressError {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.startsWith("/")) return unreadable("it names no host");
  const segments = path.split("/", MOST_SEGMENTS + 2).slice(1);
  if (path.length > LONGEST_PATH || segments.length > MOST_SEGMENTS) return nothingThere;
  // A URL takes a backslash for a slash, and what follows a # away.
  if (/[\\#]/.test(target)) return unreadable("it has a character that stands for another");
  for (const [place, segment] of segments.entries()) {
    const text = decoded(segment);
    if (text === undefined) return unreadable("a % in it stands for nothing");
    if (text === "." || text === "..") return unreadable("it leads back");
    if (/\p{Cc}/u.test(text)) return nothingThere;
    if (text === "" && place < segments.length - 1) return nothingThere;
  }
  if (/%00/.test(target)) return unreadable("it has a zero byte");
  const { pathname, search, searchParams } = new URL(`http://shop${target}`);
  const plain = pathname.replace(/%[0-9a-f]{2}/gi, plainIfUnreserved);
  if (plain === DISCOVERY && !isModest(searchParams.getAll("p"))) {
    return unreadable("it asks for too many pages");
  }
  // As Remix once asked for data: it answers nothing, and logs an error each time.
  if (searchParams.has("_data")) return unreadable("it asks for data as nothing here does");
  return plain + search;
}

function isModest(discovered: readonly string[]): boolean {
  const paths = new Set<string>();
  for (const path of discovered) {
    if (path.length > LONGEST_PATH) return false;
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) paths.add(path.slice(0, end));
    if (paths.size > MOST_DISCOVERED) return false;
  }
  return true;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Letters that need no percent sign have none (RFC 3986, 6.2.2.2). */
function plainIfUnreserved(code: string): string {
  const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(letter) ? letter : code.toUpperCase();
}

function unreadable(reason: string): AddressError {
  return { status: 400, code: "bad_request", message: `This address cannot be read: ${reason}.` };
}

const nothingThere: AddressError = {
  status: 404,
  code: "not_found",
  message: "There is nothing at this address.",
};
