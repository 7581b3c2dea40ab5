import { type Context, Hono } from "hono";
import { outageBehind } from "#server/core/database-outage.ts";
import { log } from "#server/core/log.ts";
import { handleWithFaults } from "./api-faults.server.ts";
import { PageFailure, showDeadEnd } from "./page-answer.server.ts";
import { payPalApproval } from "./paypal/approval.server.ts";
import { sandboxAllowed } from "./sandbox-process.server.ts";
import { CARD_FORM_CALLS, cardFormCalls, handleCardFormFailure } from "./stripe/card-form-calls.server.ts";
import { challengeRedirect } from "./stripe/challenge-redirect.server.ts";
import { hostedCheckout } from "./stripe/hosted-checkout.server.ts";
import { StripeFailure } from "./stripe/stripe-failure.ts";

const pages = new Hono();

pages.use(async (context, next) => {
  context.header("Cache-Control", "no-store");
  if (!sandboxAllowed()) throw new PageFailure(404, "Not found");
  refuseOtherSites(context.req.raw);
  await next();
});
pages.route("/sandbox/stripe/checkout", hostedCheckout);
pages.route("/sandbox/stripe/challenge", challengeRedirect);
pages.route(CARD_FORM_CALLS, cardFormCalls);
pages.route("/sandbox/paypal/approve", payPalApproval);
pages.notFound((context) => showDeadEnd(context, 404));
pages.onError(answerFailure);

/** Everything under /sandbox/, with what is to go wrong there on purpose. */
const pagesWithFaults = new Hono();

pagesWithFaults.all("*", async (context) => {
  const answer = await handleWithFaults(context.req.raw, (given) => pages.fetch(given));
  return answer ?? new Response(null, { status: 504 });
});
pagesWithFaults.onError(answerFailure);

function answerFailure(error: Error, context: Context): Response | Promise<Response> {
  if (context.req.path.startsWith(CARD_FORM_CALLS)) return handleCardFormFailure(error, context);
  if (error instanceof PageFailure && error.status === 403) return showDeadEnd(context, 403);
  if (error instanceof PageFailure || error instanceof StripeFailure) return showDeadEnd(context, 404);
  const requestId = context.req.header("x-request-id");
  if (outageBehind(error)) {
    log("warn", "the database did not answer", { requestId, path: context.req.path, detail: error });
    return showDeadEnd(context, 503);
  }
  log("error", "payment sandbox page failed", { requestId, error });
  return showDeadEnd(context, 500);
}

/** A form of another site pays nothing here. Scripts, which send neither header, may. */
function refuseOtherSites({ method, headers, url }: Request): void {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const own = [url, process.env.PUBLIC_URL || url].map((address) => new URL(address).host);
  const isOwn =
    site !== null
      ? site === "same-origin" || site === "none"
      : origin === null || own.includes(hostOf(origin));
  if (!isOwn) throw new PageFailure(403, "This request came from another site and was refused.");
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}

/**
 * What of the sandbox a browser sees, under the shop's own /sandbox/: the hosted payment page, 3-D Secure, and the
 * calls of the card form. 404 while real payments are on, 403 for posts from other sites, 503 while the database is away.
 */
export async function handleSandboxPage(request: Request): Promise<Response> {
  return (sandboxAllowed() ? pagesWithFaults : pages).fetch(request);
}
