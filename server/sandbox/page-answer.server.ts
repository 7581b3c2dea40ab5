import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { messagePage, type Page } from "./sandbox-page.ts";

/** Why a page or a call of a browser is refused. */
export class PageFailure extends Error {
  readonly status: 400 | 404 | 413 | 415;

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
  status: 200 | 400 | 402 | 404 | 410 | 500,
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
  404: { title: "Page not found", text: "There is no test payment at this address." },
  500: { title: "Something went wrong", text: "The test payment could not be shown. Nothing was charged." },
};

export function showDeadEnd(context: Context, status: keyof typeof deadEnds): Promise<Response> {
  const link = { href: "/", label: "To the shop" };
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
