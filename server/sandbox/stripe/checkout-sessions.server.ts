import type { Store } from "../store.server.ts";
import { addTask } from "../store.server.ts";
import {
  addIntent,
  attemptPayment,
  type ConfirmOutcome,
  cancelIntent,
  finishChallenge,
  finishPayment,
  isOpen,
  methodsOffered,
} from "./payment-intents.server.ts";
import { type IntentState, type SessionState, sessionTotal } from "./sandbox-state.ts";
import {
  checkoutSessions,
  load,
  paymentIntents,
  randomText,
  recordEvent,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidParameter, invalidRequest } from "./stripe-failure.ts";
import { checkChargeable, type Input } from "./stripe-parameters.ts";
import { checkoutSessionShape } from "./stripe-shapes.ts";

/** A session stays open for 24 hours by default, and for at least 30 minutes. */
const LONGEST_SECONDS = 24 * 60 * 60;
const SHORTEST_SECONDS = 30 * 60;

/** POST /v1/checkout/sessions. Its page is at the shop's own address, taken from `success_url`. */
export function createCheckoutSession(store: Store, input: Input<"session">) {
  const id = `cs_test_${randomText(58)}`;
  const created = secondsNow();
  const { line_items: items, success_url: successUrl } = input;
  const [currency = "gbp", other] = new Set(items.map(({ price_data: price }) => price.currency));
  if (other) throw invalidParameter("All prices must have the same currency.");
  const session: SessionState = {
    id,
    created,
    expires_at: expiryOf(input.expires_at ?? created + LONGEST_SECONDS, created),
    status: "open",
    payment_status: "unpaid",
    currency,
    lines: items.map(({ quantity, price_data: { unit_amount, product_data } }) => ({
      name: product_data.name,
      quantity,
      unit_amount,
    })),
    url: `${new URL(successUrl.replaceAll("{CHECKOUT_SESSION_ID}", "x")).origin}/sandbox/stripe/checkout/${id}`,
    success_url: successUrl,
    cancel_url: input.cancel_url ?? null,
    customer_email: input.customer_email ?? null,
    payment_method_types: methodsOffered(store, input),
    // The dashboard's own setting is on, as in a new account.
    adaptive_pricing: input.adaptive_pricing?.enabled !== "false",
    metadata: input.metadata,
    payment_intent: null,
    intent_metadata: input.payment_intent_data.metadata,
  };
  checkChargeable(sessionTotal(session), session.currency);
  store.put(checkoutSessions, session);
  addTask(store, "expire_session", session.id, session.expires_at * 1000);
  return checkoutSessionShape(session);
}

function expiryOf(expiry: number, created: number): number {
  // Accepts slightly less than 30 minutes, for clocks that differ by seconds.
  if (expiry >= created + SHORTEST_SECONDS - 60 && expiry <= created + LONGEST_SECONDS) return expiry;
  throw invalidParameter(
    "The `expires_at` timestamp must be from 30 minutes to 24 hours after Checkout Session creation.",
  );
}

/** The state of a session after a payment step; `intent` is null before the first attempt. */
export interface SessionOutcome extends Partial<Pick<ConfirmOutcome, "error">> {
  session: SessionState;
  intent: IntentState | null;
}

/** Pays an open session with a card. The first attempt creates its payment intent; later ones reuse it. */
export function paySession(store: Store, sessionId: string, card: string): SessionOutcome {
  const session = load(store, checkoutSessions, sessionId);
  const known = sessionIntent(store, session);
  if (!isPayable(session) || (known && !isOpen(known))) return { session, intent: known };
  const intent = known ?? addSessionIntent(store, session);
  const outcome = attemptPayment(store, intent, card);
  const current = { ...session, payment_intent: intent.id };
  return { ...outcome, session: followIntent(store, current, outcome.intent) };
}

/** Ends the challenge of a session's payment. */
export function finishSessionChallenge(store: Store, sessionId: string, passed: boolean): SessionOutcome {
  const session = load(store, checkoutSessions, sessionId);
  const intent = sessionIntent(store, session);
  if (!isPayable(session) || intent?.status !== "requires_action") return { session, intent };
  const outcome = finishChallenge(store, intent, passed);
  return { ...outcome, session: followIntent(store, session, outcome.intent) };
}

export function isPayable(session: SessionState): boolean {
  return session.status === "open" && session.expires_at * 1000 > Date.now();
}

function sessionIntent(store: Store, { payment_intent: id }: SessionState): IntentState | null {
  return id ? load(store, paymentIntents, id) : null;
}

function addSessionIntent(store: Store, session: SessionState): IntentState {
  return addIntent(store, {
    amount: sessionTotal(session),
    currency: session.currency,
    metadata: session.intent_metadata,
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
export function finishIntent(store: Store, intentId: string): void {
  const intent = finishPayment(store, intentId);
  if (!intent?.session) return;
  const session = load(store, checkoutSessions, intent.session);
  const paid: SessionState = { ...session, payment_status: "paid" };
  store.put(checkoutSessions, paid);
  recordEvent(store, "checkout.session.async_payment_succeeded", checkoutSessionShape(paid));
}

/** POST /v1/checkout/sessions/:id/expire. @throws StripeFailure unless the session is open */
export function expireSession(store: Store, sessionId: string) {
  const session = load(store, checkoutSessions, sessionId);
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return checkoutSessionShape(endSession(store, session));
}

/** What happens by itself at `expires_at`. */
export function expireSessionWhenDue(store: Store, sessionId: string): void {
  const session = load(store, checkoutSessions, sessionId);
  if (session.status === "open") endSession(store, session);
}

function endSession(store: Store, session: SessionState): SessionState {
  const intent = sessionIntent(store, session);
  if (intent && isOpen(intent)) cancelIntent(store, intent);
  const expired: SessionState = { ...session, status: "expired" };
  store.put(checkoutSessions, expired);
  recordEvent(store, "checkout.session.expired", checkoutSessionShape(expired));
  return expired;
}
