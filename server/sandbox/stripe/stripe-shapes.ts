import type Stripe from "stripe";
import type { EventState, IntentState, RefundState } from "./sandbox-state.ts";

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

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
export const noBillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

export function paymentIntentShape(intent: IntentState): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: intent.allowed_payment_method_types,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.amount_received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: "always" },
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: "automatic_async",
    client_secret: intent.client_secret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.latest_charge,
    livemode: isLiveMode(),
    managed_payments: null,
    metadata: intent.metadata,
    next_action: nextActionShape(intent),
    on_behalf_of: null,
    payment_method: intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: intent.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function nextActionShape({ challenge }: IntentState): Stripe.PaymentIntent.NextAction | null {
  if (!challenge) return null;
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: challenge },
  };
}

const publicFields = [
  "id",
  "object",
  "amount",
  "automatic_payment_methods",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "description",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_types",
  "processing",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "status",
] as const satisfies (keyof Stripe.PaymentIntent)[];

/** What a browser with the publishable key and the client secret may see of an intent. */
export function publicFieldsOf(intent: Stripe.PaymentIntent): object {
  return Object.fromEntries(publicFields.map((name) => [name, intent[name]]));
}

export function refundShape(refund: RefundState): Stripe.Refund {
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: refund.payment_intent,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
    ...(refund.failure_reason ? { failure_reason: refund.failure_reason } : {}),
  };
}

/** The SDK's event is a union by type, to which a stored event cannot be matched. */
type EventShape = Omit<Stripe.EventBase, "type" | "data"> & { type: string; data: object };

export function eventShape(event: EventState): EventShape {
  return {
    id: event.id,
    object: "event",
    api_version: apiVersion,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previous_attributes ? { previous_attributes: event.previous_attributes } : {}),
    },
    livemode: isLiveMode(),
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  };
}

/** A page of objects as Stripe returns it. */
export function listShape<Item extends object>(
  url: string,
  data: Item[],
  hasMore: boolean,
): Stripe.ApiList<Item> {
  return { object: "list", data, has_more: hasMore, url };
}
