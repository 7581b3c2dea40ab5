import type Stripe from "stripe";
import type {
  ChargeState,
  DisputeState,
  EventState,
  IntentState,
  PaymentMethodDomainState,
  RefundState,
  ReviewState,
  SessionState,
  WebhookEndpointState,
} from "./sandbox-state.ts";
import { sessionTotal } from "./sandbox-state.ts";

/*
 * Stripe's objects as they are on the wire, made from what is kept of each: with what says something, and without what
 * is always null.
 */

/** An object of the SDK, or a part of it. */
type Part<Whole> = Whole extends readonly (infer Item)[]
  ? Part<Item>[]
  : Whole extends object
    ? { [Name in keyof Whole]?: Part<Whole[Name]> }
    : Whole;

/** The version of Stripe's API that these shapes have: the one that the installed SDK sends. */
export const apiVersion = "2026-10-28.endive";

let live = false;

/** Stand-ins that were given live keys say so of everything, as the provider does; no money moves all the same. */
export function holdLiveMode(isLive: boolean): void {
  live = isLive;
}

export function isLiveMode(): boolean {
  return live;
}

export function paymentIntentShape({ session: _, card: __, ...intent }: IntentState) {
  return { ...intent, object: "payment_intent", livemode: live } satisfies Part<Stripe.PaymentIntent>;
}

export type IntentShape = ReturnType<typeof paymentIntentShape>;

/** What a browser with the publishable key and the client secret may see of an intent. */
export function publicFieldsOf({ id, object, amount, currency, status }: IntentShape): object {
  return { id, object, amount, currency, status };
}

export function chargeShape({ card: _, ...charge }: ChargeState) {
  const paid = charge.status === "succeeded";
  return {
    ...charge,
    object: "charge",
    amount_captured: paid ? charge.amount : 0,
    captured: paid,
    livemode: live,
    paid,
    refunded: paid && charge.amount_refunded === charge.amount,
  } satisfies Part<Stripe.Charge>;
}

export function checkoutSessionShape(session: SessionState) {
  const { lines: _, intent_metadata: __, adaptive_pricing: enabled, url, ...rest } = session;
  return {
    ...rest,
    object: "checkout.session",
    adaptive_pricing: { enabled },
    amount_total: sessionTotal(session),
    livemode: live,
    mode: "payment",
    url: session.status === "open" ? url : null,
  } satisfies Part<Stripe.Checkout.Session>;
}

export function refundShape({ failure_reason: failed, ...refund }: RefundState) {
  return {
    ...refund,
    object: "refund",
    ...(failed ? { failure_reason: failed } : {}),
  } satisfies Part<Stripe.Refund>;
}

/** The bank's fee, in pence. */
const DISPUTE_FEE = 2000;

export function disputeShape({ due_by, ...dispute }: DisputeState) {
  const { amount, currency } = dispute;
  const withdrawn = { amount: -amount, currency, fee: DISPUTE_FEE, net: -amount - DISPUTE_FEE };
  const reinstated = { amount, currency, fee: 0, net: amount };
  return {
    ...dispute,
    object: "dispute",
    balance_transactions: dispute.status === "won" ? [withdrawn, reinstated] : [withdrawn],
    evidence_details: { due_by: dispute.status === "needs_response" ? due_by : null },
    livemode: live,
  } satisfies Part<Stripe.Dispute>;
}

export function reviewShape(review: ReviewState) {
  return {
    ...review,
    object: "review",
    livemode: live,
    open: review.closed_reason === null,
    opened_reason: "rule",
  } satisfies Part<Stripe.Review>;
}

/** The stand-ins send their events to the shop that started them, whatever endpoints there are. */
export function webhookEndpointShape(endpoint: WebhookEndpointState) {
  return { ...endpoint, object: "webhook_endpoint", livemode: live } satisfies Part<Stripe.WebhookEndpoint>;
}

export function paymentMethodDomainShape(domain: PaymentMethodDomainState) {
  const active = { status: "active" } as const;
  return {
    ...domain,
    object: "payment_method_domain",
    apple_pay: active,
    google_pay: active,
    livemode: live,
  } satisfies Part<Stripe.PaymentMethodDomain>;
}

export function eventShape({ object, ...event }: EventState) {
  return { ...event, object: "event", data: { object }, livemode: live } satisfies Part<
    Omit<Stripe.EventBase, "type" | "data">
  > & { type: string; data: object };
}

/** A page of objects as Stripe returns it. */
export function listShape<Item extends object>(url: string, data: Item[], hasMore: boolean) {
  return { object: "list", data, has_more: hasMore, url } satisfies Stripe.ApiList<Item>;
}
