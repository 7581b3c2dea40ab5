import type { Store } from "../store.server.ts";
import type { CheckedCard } from "./card-entry.ts";
import { type ConfirmOutcome, settlePayment, storeCard } from "./charge-card.server.ts";
import { checkoutSessionShape } from "./checkout-session-shapes.ts";
import { attemptPayment, finishChallenge } from "./confirm-payment-intent.server.ts";
import { addIntent, cancelIntent, isOpen } from "./payment-intents.server.ts";
import { type IntentState, type SessionState, sessionTotal } from "./sandbox-state.ts";
import {
  checkoutSessions,
  loadObject,
  paymentIntents,
  recordEvent,
  saveObject,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import type { Shape } from "./stripe-shapes.ts";

/** The state of a session after a payment step; `intent` is null before the first attempt. */
export interface SessionOutcome extends Partial<Pick<ConfirmOutcome, "error">> {
  session: SessionState;
  intent: IntentState | null;
}

/** Pays an open session with a card. The first attempt creates its payment intent; later ones reuse it. */
export async function paySession(
  store: Store,
  sessionId: string,
  card: CheckedCard,
): Promise<SessionOutcome> {
  const session = await loadObject(store, checkoutSessions, sessionId, { lock: true });
  const sessionPayment = await sessionIntent(store, session);
  if (!canBePaid(session) || (sessionPayment && !isOpen(sessionPayment)))
    return { session, intent: sessionPayment };
  const intent = sessionPayment ?? (await addSessionIntent(store, session));
  const outcome = await attemptPayment(store, intent, storeCard(store, card), {
    offSession: false,
    returnUrl: null,
    challengeUrl: `${session.url}/challenge`,
  });
  const current = { ...session, payment_intent: intent.id };
  return { ...outcome, session: await followIntent(store, current, outcome.intent) };
}

/** Ends the challenge of a session's payment. */
export async function finishSessionChallenge(
  store: Store,
  sessionId: string,
  passed: boolean,
): Promise<SessionOutcome> {
  const session = await loadObject(store, checkoutSessions, sessionId, { lock: true });
  const intent = await sessionIntent(store, session);
  if (!canBePaid(session) || intent?.status !== "requires_action") return { session, intent };
  const outcome = await finishChallenge(store, intent, passed);
  return { ...outcome, session: await followIntent(store, session, outcome.intent) };
}

function canBePaid(session: SessionState): boolean {
  return session.status === "open" && session.expires_at * 1000 > Date.now();
}

async function sessionIntent(store: Store, session: SessionState): Promise<IntentState | null> {
  if (!session.payment_intent) return null;
  return loadObject(store, paymentIntents, session.payment_intent, { lock: true });
}

async function addSessionIntent(store: Store, session: SessionState): Promise<IntentState> {
  const intent = addIntent(store, {
    ...session.payment_intent_data,
    amount: sessionTotal(session),
    currency: session.currency,
    automatic_payment_methods: null,
    allowed_payment_method_types: session.allowed_payment_method_types,
    payment_method_types: session.payment_method_types,
    session: session.id,
  });
  await store.flush();
  return intent;
}

/** A session is complete when its payment is under way, and paid when the money has arrived. */
async function followIntent(store: Store, session: SessionState, intent: IntentState): Promise<SessionState> {
  const paid = intent.status === "succeeded";
  const complete = paid || intent.status === "processing";
  const followed: SessionState = {
    ...session,
    status: complete ? "complete" : session.status,
    payment_status: paid ? "paid" : "unpaid",
  };
  await saveObject(store, checkoutSessions, followed);
  if (complete) recordEvent(store, "checkout.session.completed", checkoutSessionShape(followed));
  return followed;
}

/** The late result of a payment that was processing, with its session. */
export async function settleIntent(store: Store, intentId: string): Promise<void> {
  const { session: sessionId } = await loadObject(store, paymentIntents, intentId);
  const session = sessionId ? await loadObject(store, checkoutSessions, sessionId, { lock: true }) : null;
  const intent = await settlePayment(store, intentId);
  if (!session || !intent) return;
  const paid: SessionState = { ...session, payment_status: "paid" };
  await saveObject(store, checkoutSessions, paid);
  recordEvent(store, "checkout.session.async_payment_succeeded", checkoutSessionShape(paid));
}

/**
 * POST /v1/checkout/sessions/:id/expire
 * @throws StripeFailure unless the session is open
 */
export async function expireSession(store: Store, sessionId: string): Promise<Shape> {
  const session = await loadObject(store, checkoutSessions, sessionId, { lock: true });
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return checkoutSessionShape(await endSession(store, session));
}

/** What happens by itself at `expires_at`. */
export async function expireSessionWhenDue(store: Store, sessionId: string): Promise<void> {
  const session = await loadObject(store, checkoutSessions, sessionId, { lock: true });
  if (session.status === "open") await endSession(store, session);
}

async function endSession(store: Store, session: SessionState): Promise<SessionState> {
  const intent = await sessionIntent(store, session);
  if (intent && isOpen(intent)) await cancelIntent(store, intent, "automatic");
  const expired: SessionState = { ...session, status: "expired" };
  await saveObject(store, checkoutSessions, expired);
  recordEvent(store, "checkout.session.expired", checkoutSessionShape(expired));
  return expired;
}
