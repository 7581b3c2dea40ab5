import type Stripe from "stripe";
import type { ChargeState } from "./sandbox-state.ts";
import { noBillingDetails } from "./stripe-shapes.ts";

export function chargeShape(charge: ChargeState): Stripe.Charge {
  const paid = charge.status === "succeeded";
  return {
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
    disputed: charge.disputed,
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
    review: charge.review,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
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
