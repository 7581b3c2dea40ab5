import type Stripe from "stripe";
import {
  type ChargeState,
  type EventState,
  type IntentState,
  type PaymentMethodState,
  type RefundState,
  type SessionState,
  sessionTotal,
} from "./sandbox-state.ts";

/** The version of Stripe's API whose shapes these are: the one the installed SDK sends. */
export const apiVersion = "2026-10-28.endive";

/** An object as it goes over the wire, with the fields that the SDK's types promise. */
export type Shape = Record<string, unknown>;

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
const noBillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

export function paymentIntentShape(intent: IntentState): Shape {
  const shape: Stripe.PaymentIntent = {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: intent.allowed_payment_method_types,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.amount_received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: "automatic_async",
    client_secret: intent.client_secret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.latest_charge,
    livemode: false,
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
    receipt_email: intent.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
  return { ...shape };
}

function nextActionShape({ challenge }: IntentState): Stripe.PaymentIntent.NextAction | null {
  if (!challenge) return null;
  if (challenge.return_url) return { type: "redirect_to_url", redirect_to_url: challenge };
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: challenge.url },
  };
}

/** What a browser with the publishable key and the client secret may see of an intent. */
export function publicPaymentIntentShape(intent: IntentState): Shape {
  const shape = paymentIntentShape(intent);
  const shown = [
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
  ];
  return Object.fromEntries(shown.map((name) => [name, shape[name]]));
}

export function paymentMethodShape(method: PaymentMethodState): Shape {
  const shape: Stripe.PaymentMethod = {
    id: method.id,
    object: "payment_method",
    billing_details: noBillingDetails,
    card: {
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "unchecked" },
      country: "GB",
      display_brand: method.brand,
      exp_month: method.exp_month,
      exp_year: method.exp_year,
      funding: "credit",
      generated_from: null,
      last4: method.last4,
      networks: { available: [method.brand], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  return { ...shape };
}

export function chargeShape(charge: ChargeState): Shape {
  const paid = charge.status === "succeeded";
  const shape: Stripe.Charge = {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: noBillingDetails,
    calculated_statement_descriptor: "SANDBOX",
    captured: paid,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeShape(charge),
    paid,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details: cardDetailsShape(charge),
    radar_options: {},
    receipt_email: charge.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && charge.amount_refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
  return { ...shape };
}

function outcomeShape(charge: ChargeState): Stripe.Charge.Outcome {
  const base = { advice_code: null, network_advice_code: null, network_decline_code: null };
  if (charge.blocked) {
    const seller_message = "Stripe blocked this payment.";
    const risk = { risk_level: "highest", risk_score: 100 };
    return {
      ...base,
      ...risk,
      network_status: "not_sent_to_network",
      reason: "highest_risk_level",
      seller_message,
      type: "blocked",
    };
  }
  const risk = { risk_level: "normal", risk_score: 10 };
  if (charge.failure) {
    return {
      ...base,
      ...risk,
      network_status: "declined_by_network",
      reason: charge.failure.decline_code ?? charge.failure.code,
      seller_message: "The bank returned a decline.",
      type: "issuer_declined",
    };
  }
  const seller_message = "Payment complete.";
  return {
    ...base,
    ...risk,
    network_status: "approved_by_network",
    reason: null,
    seller_message,
    type: "authorized",
  };
}

function cardDetailsShape(charge: ChargeState): Stripe.Charge.PaymentMethodDetails {
  return {
    type: "card",
    card: {
      amount_authorized: charge.status === "succeeded" ? charge.amount : null,
      authorization_code: null,
      brand: charge.card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "GB",
      electronic_commerce_indicator: null,
      exp_month: charge.card.exp_month,
      exp_year: charge.card.exp_year,
      funding: "credit",
      installments: null,
      last4: charge.card.last4,
      mandate: null,
      network: charge.card.brand,
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: charge.authenticated ? authenticatedShape : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const authenticatedShape: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
};

export function checkoutSessionShape(session: SessionState): Shape {
  const total = sessionTotal(session);
  const shape: Stripe.Checkout.Session = {
    id: session.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount_subtotal: total - (session.shipping?.amount ?? 0),
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: "if_required",
    customer_details: customerDetailsShape(session),
    customer_email: session.customer_email,
    discounts: [],
    expires_at: session.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: session.locale,
    managed_payments: null,
    metadata: session.metadata,
    mode: "payment",
    origin_context: null,
    payment_intent: session.payment_intent,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: session.payment_status,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: shippingCostShape(session),
    shipping_options: session.shipping
      ? [{ shipping_amount: session.shipping.amount, shipping_rate: session.shipping.id }]
      : [],
    status: session.status,
    submit_type: session.submit_type,
    subscription: null,
    success_url: session.success_url,
    total_details: { amount_discount: 0, amount_shipping: session.shipping?.amount ?? 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.status === "open" ? session.url : null,
    wallet_options: null,
  };
  return { ...shape };
}

function customerDetailsShape(session: SessionState): Stripe.Checkout.Session.CustomerDetails | null {
  if (!session.customer_email) return null;
  return {
    address: null,
    business_name: null,
    email: session.customer_email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}

function shippingCostShape({ shipping }: SessionState): Stripe.Checkout.Session.ShippingCost | null {
  if (!shipping) return null;
  const { amount, id } = shipping;
  return { amount_subtotal: amount, amount_tax: 0, amount_total: amount, shipping_rate: id };
}

export function lineItemShapes(session: SessionState): Shape[] {
  return session.lines.map((line) => {
    const amount = line.unit_amount * line.quantity;
    const shape: Stripe.LineItem = {
      id: line.id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: session.currency,
      description: line.name,
      metadata: {},
      price: priceShape(session, line),
      quantity: line.quantity,
    };
    return { ...shape };
  });
}

function priceShape(session: SessionState, line: SessionState["lines"][number]): Stripe.Price {
  return {
    id: line.id.replace(/^li_/, "price_"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: session.created,
    currency: session.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: line.id.replace(/^li_/, "prod_"),
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: line.unit_amount,
    unit_amount_decimal: null,
  };
}

export function refundShape(refund: RefundState): Shape {
  const shape: Stripe.Refund = {
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
  return { ...shape };
}

export function eventShape(event: EventState, pendingWebhooks: number): Shape {
  return {
    id: event.id,
    object: "event",
    api_version: apiVersion,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previous_attributes ? { previous_attributes: event.previous_attributes } : {}),
    },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id: null, idempotency_key: null },
    type: event.type,
  };
}

/** A page of objects as Stripe lists them. */
export function listShape(url: string, data: Shape[], hasMore: boolean): Shape {
  return { object: "list", data, has_more: hasMore, url };
}
