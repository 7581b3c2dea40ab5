import type Stripe from "stripe";
import type { DisputeState } from "./sandbox-state.ts";
import type { Shape } from "./stripe-shapes.ts";

/** What the bank asks for the trouble, in pence. */
const FEE = 2000;

type Described = Omit<Stripe.Dispute, "evidence" | "balance_transactions">;

/** A dispute as it goes over the wire; the evidence, which nobody reads, is left out. */
export function disputeShape(dispute: DisputeState): Shape {
  const open = dispute.status === "needs_response";
  const shape: Described = {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
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
    livemode: false,
    metadata: {},
    payment_intent: dispute.payment_intent,
    reason: dispute.reason,
    status: dispute.status,
  };
  const withdrawn = balanceShape(dispute, -dispute.amount, FEE);
  const reinstated = dispute.status === "won" ? [balanceShape(dispute, dispute.amount, 0)] : [];
  return { ...shape, evidence: {}, balance_transactions: [withdrawn, ...reinstated] };
}

function balanceShape(dispute: DisputeState, amount: number, fee: number): Shape {
  return {
    id: `txn_${dispute.id.slice(3)}${amount < 0 ? "w" : "r"}`,
    object: "balance_transaction",
    amount,
    currency: dispute.currency,
    created: dispute.created,
    fee,
    net: amount - fee,
    source: dispute.id,
    type: "adjustment",
  };
}
