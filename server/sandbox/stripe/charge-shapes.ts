import type Stripe from "stripe";
import type { ChargeState, DisputeState } from "./sandbox-state.ts";
import { isLiveMode, noBillingDetails } from "./stripe-shapes.ts";

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
    description: null,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: isLiveMode(),
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeShape(charge),
    paid,
    payment_intent: charge.payment_intent,
    payment_method: charge.card.id,
    payment_method_details: cardDetailsShape(charge),
    radar_options: {},
    receipt_email: null,
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

/** The bank's fee, in pence. */
const FEE = 2000;

/** Evidence that nobody has submitted yet. */
const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export function disputeShape(dispute: DisputeState): Stripe.Dispute {
  const open = dispute.status === "needs_response";
  const withdrawn = balanceShape(dispute, -dispute.amount, FEE);
  const reinstated = dispute.status === "won" ? [balanceShape(dispute, dispute.amount, 0)] : [];
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: [withdrawn, ...reinstated],
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: open ? dispute.due_by : null,
      enhanced_eligibility: {},
      has_evidence: !open,
      past_due: false,
      submission_count: open ? 0 : 1,
      submission_method: open ? "not_submitted" : "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: isLiveMode(),
    metadata: {},
    payment_intent: dispute.payment_intent,
    reason: dispute.reason,
    status: dispute.status,
  };
}

function balanceShape(dispute: DisputeState, amount: number, fee: number): Stripe.BalanceTransaction {
  const { currency, created } = dispute;
  return {
    id: `txn_${dispute.id.slice(3)}${amount < 0 ? "w" : "r"}`,
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee > 0
        ? [{ amount: fee, application: null, currency, description: "Dispute fee", type: "stripe_fee" }]
        : [],
    net: amount - fee,
    reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    source: dispute.id,
    status: "available",
    type: "adjustment",
  };
}
