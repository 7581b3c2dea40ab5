/** What a card form is told meanwhile. */
export const OUTAGE_MESSAGE =
  "The shop is busy or being looked after. Nothing was lost: please try again shortly.";
/** Seconds after which a payer may try again. */
export const OUTAGE_RETRY_SECONDS = 5;

/**
 * PostgreSQL's codes for "not now": connections cut or refused (08), no room (53), read-only after a failover (25006), a
 * lock, a statement or a transaction that took too long (55P03, 57014, 25P), a server that ends or begins (57P).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CODES = /^(08...|53...|25006|25P0[34]|55P03|57014|57P..)$/;
/** The system's, while there is nobody to connect to. */
const NETWORK_CODES = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;
/** What `pg` and its pool say without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end on the pool)/;

/** Whether a failure is the database's, which is away, full or too slow: to be tried again, nothing is wrong with us. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutage);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return OUTAGE_CODES.test(code) || NETWORK_CODES.test(code) || CONNECTION_MESSAGES.test(error.message);
}
