import type Stripe from "stripe";
import type { Store } from "../store.server.ts";
import type { CheckedCard } from "./card-entry.ts";
import {
  attemptPayment,
  type ConfirmOutcome,
  finishChallenge,
  settlePayment,
  storeCard,
} from "./charge-card.server.ts";
import { checkoutSessionShape } from "./checkout-session-shapes.ts";
import { addIntent, cancelIntent, isOpen } from "./payment-intents.server.ts";
import { type IntentState, type SessionState, sessionTotal } from "./sandbox-state.ts";
import { checkoutSessions, loadObject, paymentIntents, recordEvent } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";

/** The state of a session after a payment step; `intent` is null before the first attempt. */
export interface SessionOutcome extends Partial<Pick<ConfirmOutcome, "error">> {
  session: SessionState;
  intent: IntentState | null;
}

/** Pays an open session with a card. The first attempt creates its payment intent; later ones reuse it. */
export function paySession(store: Store, sessionId: string, card: CheckedCard): SessionOutcome {
  const session = loadObject(store, checkoutSessions, sessionId);
  const known = sessionIntent(store, session);
  if (!isPayable(session) || (known && !isOpen(known))) return { session, intent: known };
  const intent = known ?? addSessionIntent(store, session);
  const outcome = attemptPayment(store, intent, storeCard(store, card), `${session.url}/challenge`);
  const current = { ...session, payment_intent: intent.id };
  return { ...outcome, session: followIntent(store, current, outcome.intent) };
}

/** Ends the challenge of a session's payment. */
export function finishSessionChallenge(store: Store, sessionId: string, passed: boolean): SessionOutcome {
  const session = loadObject(store, checkoutSessions, sessionId);
  const intent = sessionIntent(store, session);
  if (!isPayable(session) || intent?.status !== "requires_action") return { session, intent };
  const outcome = finishChallenge(store, intent, passed);
  return { ...outcome, session: followIntent(store, session, outcome.intent) };
}

export function isPayable(session: SessionState): boolean {
  return session.status === "open" && session.expires_at * 1000 > Date.now();
}

function sessionIntent(store: Store, { payment_intent: id }: SessionState): IntentState | null {
  return id ? loadObject(store, paymentIntents, id) : null;
}

function addSessionIntent(store: Store, session: SessionState): IntentState {
  return addIntent(store, {
    amount: sessionTotal(session),
    currency: session.currency,
    metadata: session.intent_metadata,
    allowed_payment_method_types: session.allowed_payment_method_types,
    payment_method_types: session.payment_method_types,
    session: session.id,
  });
}

/** A session is complete when its payment is under way, and paid when the money has arrived. */
function followIntent(store: Store, session: SessionState, intent: IntentState): SessionState {
  const paid = intent.status === "succeeded";
  const complete = paid || intent.status === "processing";
  const followed: SessionState = {
    ...session,
    status: complete ? "complete" : session.status,
    payment_status: paid ? "paid" : "unpaid",
  };
  store.put(checkoutSessions, followed);
  if (complete) recordEvent(store, "checkout.session.completed", checkoutSessionShape(followed));
  return followed;
}

/** The late result of a payment that was processing, with its session. */
export function settleIntent(store: Store, intentId: string): void {
  const intent = settlePayment(store, intentId);
  if (!intent?.session) return;
  const session = loadObject(store, checkoutSessions, intent.session);
  const paid: SessionState = { ...session, payment_status: "paid" };
  store.put(checkoutSessions, paid);
  recordEvent(store, "checkout.session.async_payment_succeeded", checkoutSessionShape(paid));
}

/** POST /v1/checkout/sessions/:id/expire. @throws StripeFailure unless the session is open */
export function expireSession(store: Store, sessionId: string): Stripe.Checkout.Session {
  const session = loadObject(store, checkoutSessions, sessionId);
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return checkoutSessionShape(endSession(store, session));
}

/** What happens by itself at `expires_at`. */
export function expireSessionWhenDue(store: Store, sessionId: string): void {
  const session = loadObject(store, checkoutSessions, sessionId);
  if (session.status === "open") endSession(store, session);
}

function endSession(store: Store, session: SessionState): SessionState {
  const intent = sessionIntent(store, session);
  if (intent && isOpen(intent)) cancelIntent(store, intent, "automatic");
  const expired: SessionState = { ...session, status: "expired" };
  store.put(checkoutSessions, expired);
  recordEvent(store, "checkout.session.expired", checkoutSessionShape(expired));
  return expired;
}
