import { type Context, Hono } from "hono";
import { handleWithFaults } from "./api-faults.server.ts";
import { isDatabaseOutage } from "./database-outage.ts";
import { log } from "./log.ts";
import { PageFailure, showDeadEnd } from "./page-answer.server.ts";
import { payPalApproval } from "./paypal/approval.server.ts";
import { CARD_FORM_CALLS, cardFormCalls, handleCardFormFailure } from "./stripe/card-form-calls.server.ts";
import { challengeRedirect } from "./stripe/challenge-redirect.server.ts";
import { hostedCheckout } from "./stripe/hosted-checkout.server.ts";
import { StripeFailure } from "./stripe/stripe-failure.ts";

/** Whether a request to the stand-ins is for a page of theirs, or for a call of one, and not for an interface. */
export function isPagePath(path: string): boolean {
  return path.startsWith("/sandbox/");
}

/**
 * What a browser sees of the stand-ins, under /sandbox/ of the shop's own address: the hosted payment page, 3-D Secure,
 * the approval at PayPal, and the calls of the card form. 403 for posts from other sites, 503 while the database is away.
 */
export function sandboxPages(shopUrl: string): Hono {
  const pages = new Hono();
  pages.use(async (context, next) => {
    context.header("Cache-Control", "no-store");
    refuseOtherSites(context.req.raw, shopUrl);
    await next();
  });
  pages.route("/sandbox/stripe/checkout", hostedCheckout);
  pages.route("/sandbox/stripe/challenge", challengeRedirect);
  pages.route(CARD_FORM_CALLS, cardFormCalls);
  pages.route("/sandbox/paypal/approve", payPalApproval);
  pages.notFound((context) => showDeadEnd(context, 404));
  pages.onError(answerFailure);
  const pagesWithFaults = new Hono();
  pagesWithFaults.all("*", async (context) => {
    const answer = await handleWithFaults(context.req.raw, (given) => pages.fetch(given));
    return answer ?? new Response(null, { status: 504 });
  });
  pagesWithFaults.onError(answerFailure);
  return pagesWithFaults;
}

function answerFailure(error: Error, context: Context): Response | Promise<Response> {
  if (context.req.path.startsWith(CARD_FORM_CALLS)) return handleCardFormFailure(error, context);
  if (error instanceof PageFailure && error.status === 403) return showDeadEnd(context, 403);
  if (error instanceof PageFailure || error instanceof StripeFailure) return showDeadEnd(context, 404);
  const requestId = context.req.header("x-request-id");
  if (isDatabaseOutage(error)) {
    log("warn", "the database did not answer", { requestId, path: context.req.path, detail: error });
    return showDeadEnd(context, 503);
  }
  log("error", "payment sandbox page failed", { requestId, error });
  return showDeadEnd(context, 500);
}

/**
 * A form of another site pays nothing here. Scripts, which send neither header, may. The shop that passes a request on
 * says under which of its names it was asked.
 */
function refuseOtherSites({ method, headers }: Request, shopUrl: string): void {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const own = [headers.get("x-forwarded-host"), new URL(shopUrl).host];
  const isOwn =
    site !== null
      ? site === "same-origin" || site === "none"
      : origin === null || own.includes(hostOf(origin));
  if (!isOwn) throw new PageFailure(403, "This request came from another site and was refused.");
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}
