import { type Context, Hono } from "hono";
import { readSmallBody, showPage } from "../page-answer.server.ts";
import { type CheckoutPageProps, challengePage, checkoutPage, messagePage } from "../sandbox-page.ts";
import { readInSandbox, runInSandbox } from "../sandbox-process.server.ts";
import { type CardEntry, checkCardEntry } from "./card-entry.ts";
import { finishSessionChallenge, paySession, type SessionOutcome } from "./pay-checkout-session.server.ts";
import type { SessionState } from "./sandbox-state.ts";
import { checkoutSessions, loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { findTestCard } from "./test-cards.ts";

/** Stripe's hosted payment page: plain forms, under /sandbox/stripe/checkout/. */
export const hostedCheckout = new Hono();

hostedCheckout.get("/:id", async (context) => {
  const session = await findSession(context);
  return isPayable(session) ? showCheckout(context, 200, { session }) : leave(context, session);
});

hostedCheckout.post("/:id", async (context) => {
  const session = await findSession(context);
  if (!isPayable(session)) return leave(context, session);
  const entry = readCard(await readSmallBody(context));
  // A number that is no test card's might be a real one: it is not sent back.
  const kept = { number: findTestCard(entry.number) ? entry.number : "", exp: entry.exp };
  const checked = checkCardEntry(entry, new Date());
  if (!checked.ok) return showCheckout(context, 400, { session, fieldErrors: checked.errors, kept });
  return afterAttempt(
    context,
    await runInSandbox((store) => paySession(store, session.id, checked.card)),
    kept,
  );
});

hostedCheckout.get("/:id/challenge", async (context) => {
  const session = await findSession(context);
  const intentId = session.payment_intent;
  const intent = intentId
    ? await readInSandbox((store) => loadObject(store, paymentIntents, intentId))
    : undefined;
  if (intent?.status !== "requires_action") return context.redirect(session.url, 303);
  return showPage(
    context,
    200,
    (nonce) => challengePage({ nonce, amount: intent.amount, backUrl: session.url }),
    [session.success_url],
  );
});

hostedCheckout.post("/:id/challenge", async (context) => {
  const session = await findSession(context);
  const passed = passedChallenge(await readSmallBody(context));
  return afterAttempt(
    context,
    await runInSandbox((store) => finishSessionChallenge(store, session.id, passed)),
  );
});

/** Which of the challenge page's two buttons was pressed. */
export function passedChallenge(body: string): boolean {
  return new URLSearchParams(body).get("outcome") === "pass";
}

function findSession(context: Context): Promise<SessionState> {
  return readInSandbox((store) => loadObject(store, checkoutSessions, context.req.param("id") ?? ""));
}

function isPayable(session: SessionState): boolean {
  return session.status === "open" && session.expires_at * 1000 > Date.now();
}

function readCard(body: string): CardEntry {
  const form = new URLSearchParams(body);
  const text = (name: string) => form.get(name) ?? "";
  return { number: text("cardNumber"), exp: text("cardExpiry"), cvc: text("cardCvc") };
}

/** Paid: on to the shop. Challenged: to the bank's page. Refused: the form again with the bank's words. */
function afterAttempt(
  context: Context,
  { session, intent, error }: SessionOutcome,
  kept?: CheckoutPageProps["kept"],
): Response | Promise<Response> {
  if (error) return showCheckout(context, 402, { session, refusal: error.message, kept });
  if (!isPayable(session)) return leave(context, session);
  const challenged = intent?.status === "requires_action";
  return context.redirect(challenged ? `${session.url}/challenge` : session.url, 303);
}

function leave(context: Context, session: SessionState): Response | Promise<Response> {
  if (session.status === "complete") {
    return context.redirect(session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id), 303);
  }
  const link = { href: session.cancel_url ?? "/", label: "Back to checkout" };
  const text = "Nothing was charged. Go back to the shop to start again.";
  return showPage(context, 410, (nonce) =>
    messagePage({ nonce, title: "This payment page has expired", text, link }),
  );
}

function showCheckout(
  context: Context,
  status: 200 | 400 | 402,
  props: Omit<CheckoutPageProps, "nonce">,
): Promise<Response> {
  return showPage(context, status, (nonce) => checkoutPage({ nonce, ...props }), [props.session.success_url]);
}
