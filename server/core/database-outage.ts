import { ShopError } from "./errors.ts";
import { UNSTORABLE_MESSAGE } from "./text.ts";

/** Seconds after which a shopper, or a script, may try again. */
export const OUTAGE_RETRY_SECONDS = 5;

/**
 * PostgreSQL's codes, whole or by their class, for "not now": connections cut or refused (08, but for 08P01,
 * by which it also refuses a zero byte), no room on the disk, in
 * memory or for another connection (53), read-only after a failover (25006), a lock (55P03), a statement (57014), a
 * transaction or a pause in one (25P) that took too long, and a server that shuts down, crashed or starts (57P).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CODES = /^(08(?!P01)...|53...|25006|25P0[34]|55P03|57014|57P..)$/;
/** The operating system's codes while there is no server to connect to. */
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** What `pg` and its pool say without a code; the last two while the shop itself ends. */
const OUTAGE_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
];

/** The maximum depth of nested errors; it also ends a cycle. */
const MAX_DEPTH = 5;

/**
 * A database that is unreachable, full or too slow, as the refusal for the client: 503, try again. Undefined for any
 * other error, which is our fault.
 */
export function outageBehind(error: unknown): ShopError | undefined {
  if (error instanceof ShopError || !isBehind(error, isDatabaseOutage)) return undefined;
  return new ShopError(
    "unavailable",
    "The shop is busy or being looked after. Nothing was lost: please try again shortly.",
    { retryAfterSeconds: OUTAGE_RETRY_SECONDS, detail: error },
  );
}

/** What PostgreSQL says of a text that it cannot store, where no door took it for one (`text.ts`). */
const UNSTORABLE_CODES = new Set(["08P01", "22021", "22P05"]);

/** A text that cannot be stored, as the refusal for who sent it. Undefined for any other error. */
export function unstorableBehind(error: unknown): ShopError | undefined {
  if (!isBehind(error, ({ code }) => UNSTORABLE_CODES.has(code))) return undefined;
  return new ShopError("bad_request", UNSTORABLE_MESSAGE, { detail: error });
}

interface Failure {
  code: string;
  message: string;
}

// Providers and mail servers handle their own outages, so an error that arrives here comes from the database.
function isDatabaseOutage({ code, message }: Failure): boolean {
  if (OUTAGE_CODES.test(code) || NETWORK_CODES.has(code)) return true;
  return OUTAGE_MESSAGES.some((beginning) => message.startsWith(beginning));
}

function isBehind(error: unknown, isIt: (failure: Failure) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (isIt({ code, message: error.message })) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some((cause) => isBehind(cause, isIt, depth + 1));
}
