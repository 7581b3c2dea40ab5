import { Hono } from "hono";
import { PageFailure, readSmallBody, showPage } from "../page-answer.server.ts";
import { challengePage } from "../sandbox-page.ts";
import { runInSandbox } from "../sandbox-process.server.ts";
import { finishChallenge } from "./confirm-payment-intent.server.ts";
import { passedChallenge } from "./hosted-checkout.server.ts";
import { loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { findIntentBySecret } from "./stripe-tempers.server.ts";

/** 3-D Secure for an intent that was confirmed with a `return_url`, under /sandbox/stripe/challenge/. */
export const challengeRedirect = new Hono();

challengeRedirect.get("/:id", async (context) => {
  const { intent, returnUrl } = await findChallenge(
    context.req.param("id"),
    context.req.query("client_secret"),
  );
  const page = (nonce: string) => challengePage({ nonce, amount: intent.amount, backUrl: null });
  return showPage(context, 200, page, [returnUrl]);
});

challengeRedirect.post("/:id", async (context) => {
  const { intent, returnUrl } = await findChallenge(
    context.req.param("id"),
    context.req.query("client_secret"),
  );
  const passed = passedChallenge(await readSmallBody(context));
  const { error } = await runInSandbox(async (store) =>
    finishChallenge(store, await loadObject(store, paymentIntents, intent.id, { lock: true }), passed),
  );
  const target = new URL(returnUrl);
  target.searchParams.set("payment_intent", intent.id);
  target.searchParams.set("payment_intent_client_secret", intent.client_secret);
  target.searchParams.set("redirect_status", error ? "failed" : "succeeded");
  return context.redirect(target.href, 303);
});

async function findChallenge(id: string, clientSecret: string | undefined) {
  const intent = await findIntentBySecret(id, clientSecret);
  const returnUrl = intent.challenge?.return_url;
  if (!returnUrl) throw new PageFailure(404, "There is no challenge at this address.");
  return { intent, returnUrl };
}
