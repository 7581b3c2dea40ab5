import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { messagePage, type Page } from "./sandbox-page.ts";

/** Why a page or a call of a browser is refused. */
export class PageFailure extends Error {
  readonly status: 400 | 403 | 404 | 413 | 415;

  constructor(status: PageFailure["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** More than any form or call of the sandbox's pages. */
const LARGEST_BODY = 16 * 1024;

/**
 * Responds with a page and its own Content-Security-Policy. Browsers apply `form-action` also to the redirect after a
 * form, so `leadsTo` lists the addresses to which a form may lead.
 */
export async function showPage(
  context: Context,
  status: 200 | 400 | 402 | 403 | 404 | 410 | 500 | 503,
  page: (nonce: string) => Page,
  leadsTo: readonly string[] = [],
): Promise<Response> {
  // Its pictures are the icon that browsers ask for by themselves.
  const nonce = randomBytes(16).toString("base64");
  const targets = ["'self'", ...leadsTo.map((address) => new URL(address).origin)].join(" ");
  context.header(
    "Content-Security-Policy",
    `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header("Cache-Control", "no-store");
  context.header("Referrer-Policy", "same-origin");
  return context.html(await page(nonce), status);
}

const deadEnds = {
  403: { title: "Request refused", text: "This request came from another site." },
  404: { title: "Page not found", text: "There is no test payment at this address." },
  500: { title: "Something went wrong", text: "The test payment could not be shown. Nothing was charged." },
  503: {
    title: "The payment page is busy",
    text: "Please go back and try again in a few seconds. However often you try, you pay once.",
  },
};

export function showDeadEnd(context: Context, status: keyof typeof deadEnds): Promise<Response> {
  const link = { href: "/", label: "To the shop" };
  if (status === 503) context.header("Retry-After", String(OUTAGE_RETRY_SECONDS));
  return showPage(context, status, (nonce) => messagePage({ nonce, ...deadEnds[status], link }));
}

/** @throws PageFailure 413 */
export async function readSmallBody(context: Context): Promise<string> {
  const length = Number(context.req.header("content-length") ?? "0");
  if (length > LARGEST_BODY) throw new PageFailure(413, "The request is too large.");
  const text = await context.req.text();
  if (text.length > LARGEST_BODY) throw new PageFailure(413, "The request is too large.");
  return text;
}

/** What a card form reports meanwhile. */
export const OUTAGE_MESSAGE =
  "The shop is busy or being looked after. Nothing was lost: please try again shortly.";
/** After how many seconds a payer may try again. */
export const OUTAGE_RETRY_SECONDS = 5;

/**
 * PostgreSQL's codes for "not now": connections cut or refused (08), no room (53), read-only after a failover (25006), a
 * lock, a statement or a transaction that took too long (55P03, 57014, 25P), a server that ends or begins (57P).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CODES = /^(08...|53...|25006|25P0[34]|55P03|57014|57P..)$/;
/** The system's codes when no connection can be made. */
const NETWORK_CODES = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;
/** Messages of `pg` and its pool that come without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end on the pool)/;

/**
 * Whether the database caused a failure, because it is away, full or too slow. Such a request is worth a retry;
 * nothing is wrong with us.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutage);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return OUTAGE_CODES.test(code) || NETWORK_CODES.test(code) || CONNECTION_MESSAGES.test(error.message);
}
