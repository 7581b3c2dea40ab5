import { Hono } from "hono";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { refuseCrossOrigin } from "#server/http/same-origin.server.ts";
import { answerWithFaults } from "./api-faults.server.ts";
import { cardFormCalls } from "./card-form-calls.server.ts";
import { challengeRedirect } from "./challenge-redirect.server.ts";
import { hostedCheckout } from "./hosted-checkout.server.ts";
import { showDeadEnd } from "./page-answer.server.ts";
import { payPalApproval } from "./paypal/approval.server.ts";
import { sandboxAllowed } from "./sandbox-process.server.ts";
import { StripeFailure } from "./stripe-failure.ts";

const pages = new Hono();

pages.use(async (context, next) => {
  context.header("Cache-Control", "no-store");
  if (!sandboxAllowed()) throw new ShopError("not_found", "Not found");
  refuseCrossOrigin(context.req.raw, process.env.PUBLIC_URL || context.req.url);
  await next();
});
pages.route("/sandbox/stripe/checkout", hostedCheckout);
pages.route("/sandbox/stripe/challenge", challengeRedirect);
pages.route("/sandbox/stripe/payment_intents", cardFormCalls);
pages.route("/sandbox/paypal/approve", payPalApproval);
pages.notFound((context) => showDeadEnd(context, 404));
pages.onError((error, context) => {
  if (error instanceof ShopError && error.code === "forbidden") return showDeadEnd(context, 403);
  if (error instanceof ShopError || error instanceof StripeFailure) return showDeadEnd(context, 404);
  log("error", "payment sandbox page failed", { error });
  return showDeadEnd(context, 500);
});

/**
 * What of the sandbox a browser sees, under the shop's own /sandbox/: the hosted payment page, 3-D Secure, and the
 * calls of the card form. 404 while real payments are on, 403 for posts from other sites.
 */
export async function answerSandboxPage(request: Request): Promise<Response> {
  if (!sandboxAllowed()) return pages.fetch(request);
  const answer = await answerWithFaults(request, (given) => pages.fetch(given));
  return answer ?? new Response(null, { status: 504 });
}
