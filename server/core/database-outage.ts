import { ShopError } from "./errors.ts";

/** Seconds after which a shopper, or a script, may try again. */
export const OUTAGE_RETRY_SECONDS = 5;

/**
 * PostgreSQL's codes, whole or by their class, for "not now": connections cut or refused (08), no room on the disk, in
 * memory or for another connection (53), read-only after a failover (25006), a lock (55P03), a statement (57014), a
 * transaction or a pause in one (25P) that took too long, and a server that shuts down, crashed or starts (57P).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CODES = /^(08...|53...|25006|25P0[34]|55P03|57014|57P..)$/;
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
  if (error instanceof ShopError || !isDatabaseOutage(error)) return undefined;
  return new ShopError(
    "unavailable",
    "The shop is busy or being looked after. Nothing was lost: please try again shortly.",
    { retryAfterSeconds: OUTAGE_RETRY_SECONDS, detail: error },
  );
}

function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (OUTAGE_CODES.test(code)) return true;
  // Providers and mail servers handle their own outages, so an error that arrives here comes from the database.
  if (NETWORK_CODES.has(code)) return true;
  if (OUTAGE_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some((cause) => isDatabaseOutage(cause, depth + 1));
}
