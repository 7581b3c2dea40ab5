import type Stripe from "stripe";
import { type SessionState, sessionTotal } from "./sandbox-state.ts";
import { isLiveMode } from "./stripe-shapes.ts";

export function checkoutSessionShape(session: SessionState): Stripe.Checkout.Session {
  const total = sessionTotal(session);
  return {
    id: session.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: session.adaptive_pricing },
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
    livemode: isLiveMode(),
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
    payment_method_types: session.payment_method_types,
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

export function lineItemShapes(session: SessionState): Stripe.LineItem[] {
  return session.lines.map((line) => {
    const amount = line.unit_amount * line.quantity;
    return {
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
    livemode: isLiveMode(),
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
