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

export function paymentIntentShape({ challenge, session: _, ...intent }: IntentState) {
  return {
    ...intent,
    object: "payment_intent",
    automatic_payment_methods: { enabled: true, allow_redirects: "always" },
    livemode: live,
    next_action: challenge
      ? {
          type: "use_stripe_sdk",
          use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: challenge },
        }
      : null,
  } satisfies Part<Stripe.PaymentIntent>;
}

export type IntentShape = ReturnType<typeof paymentIntentShape>;

const publicFields = [
  ...(["id", "object", "amount", "canceled_at", "cancellation_reason", "client_secret", "created"] as const),
  ...(["currency", "last_payment_error", "livemode", "next_action", "payment_method"] as const),
  ...(["payment_method_types", "status"] as const),
];

/** What a browser with the publishable key and the client secret may see of an intent. */
export function publicFieldsOf(intent: IntentShape): object {
  return Object.fromEntries(publicFields.map((name) => [name, intent[name]]));
}

export function chargeShape({ card, authenticated, failure, blocked, ...charge }: ChargeState) {
  const paid = charge.status === "succeeded";
  return {
    ...charge,
    object: "charge",
    amount_captured: paid ? charge.amount : 0,
    captured: paid,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: live,
    outcome: outcomeShape(failure, blocked),
    paid,
    payment_method: card.id,
    payment_method_details: {
      type: "card",
      card: {
        brand: card.brand,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        last4: card.last4,
        three_d_secure: authenticated ? { result: "authenticated", version: "2.2.0" } : null,
      },
    },
    refunded: paid && charge.amount_refunded === charge.amount,
  } satisfies Part<Stripe.Charge>;
}

function outcomeShape(failure: ChargeState["failure"], blocked: boolean): Part<Stripe.Charge.Outcome> {
  if (blocked) {
    const reason = "highest_risk_level";
    return { network_status: "not_sent_to_network", reason, risk_level: "highest", type: "blocked" };
  }
  if (failure) {
    const reason = failure.decline_code ?? failure.code;
    return {
      network_status: "declined_by_network",
      reason,
      risk_level: "normal",
      type: "issuer_declined",
    };
  }
  return { network_status: "approved_by_network", reason: null, risk_level: "normal", type: "authorized" };
}

export function checkoutSessionShape(session: SessionState) {
  const { lines: _, intent_metadata: __, adaptive_pricing: enabled, url, ...kept } = session;
  const total = sessionTotal(session);
  return {
    ...kept,
    object: "checkout.session",
    adaptive_pricing: { enabled },
    amount_subtotal: total,
    amount_total: total,
    customer_details: session.customer_email ? { email: session.customer_email } : null,
    livemode: live,
    mode: "payment",
    ui_mode: "hosted_page",
    url: session.status === "open" ? url : null,
  } satisfies Part<Omit<Stripe.Checkout.Session, "locale">>;
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
  const open = dispute.status === "needs_response";
  const { amount, currency } = dispute;
  const withdrawn = { amount: -amount, currency, fee: DISPUTE_FEE, net: -amount - DISPUTE_FEE };
  const reinstated = { amount, currency, fee: 0, net: amount };
  return {
    ...dispute,
    object: "dispute",
    balance_transactions: dispute.status === "won" ? [withdrawn, reinstated] : [withdrawn],
    evidence_details: {
      due_by: open ? due_by : null,
      has_evidence: !open,
      past_due: false,
      submission_count: open ? 0 : 1,
    },
    is_charge_refundable: false,
    livemode: live,
  } satisfies Part<Stripe.Dispute>;
}

export function reviewShape(review: ReviewState) {
  const open = review.closed_reason === null;
  return {
    ...review,
    object: "review",
    livemode: live,
    open,
    opened_reason: "rule",
    reason: review.closed_reason ?? "rule",
  } satisfies Part<Stripe.Review>;
}

/** The stand-ins send their events to the shop that started them, whatever endpoints there are. */
export function webhookEndpointShape(endpoint: WebhookEndpointState) {
  return {
    ...endpoint,
    object: "webhook_endpoint",
    api_version: apiVersion,
    livemode: live,
  } satisfies Part<Stripe.WebhookEndpoint>;
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

export function eventShape({ object, previous_attributes, ...event }: EventState) {
  return {
    ...event,
    object: "event",
    api_version: apiVersion,
    data: { object, ...(previous_attributes ? { previous_attributes } : {}) },
    livemode: live,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  } satisfies Part<Omit<Stripe.EventBase, "type" | "data">> & { type: string; data: object };
}

/** A page of objects as Stripe returns it. */
export function listShape<Item extends object>(url: string, data: Item[], hasMore: boolean) {
  return { object: "list", data, has_more: hasMore, url } satisfies Stripe.ApiList<Item>;
}
