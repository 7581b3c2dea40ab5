import type { DisputeStatus } from "#server/payments/payment-status.ts";
import type { ProviderDispute, ProviderWarning, WarningKind } from "#server/payments/provider-facts.ts";
import { formatPounds } from "#server/pricing/money.ts";

/** Stripe's reasons (docs.stripe.com/disputes/categories) and PayPal's, as a clause for staff. */
const reasons: Record<string, string> = {
  fraudulent: "the cardholder says that they did not make the payment",
  unauthorised: "the customer says that they did not make the payment",
  product_not_received: "the customer says that the goods did not arrive",
  merchandise_or_service_not_received: "the customer says that the goods did not arrive",
  product_unacceptable: "the customer says that the goods were faulty or not as described",
  merchandise_or_service_not_as_described: "the customer says that the goods were faulty or not as described",
  duplicate: "the customer says that they paid twice",
  duplicate_transaction: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
  subscription_canceled: "the customer says that they had cancelled",
  unrecognized: "the customer does not recognise the payment",
};

/** Why a payment is disputed, in words for staff. */
export function disputeReason(code: string): string {
  return reasons[code] ?? (code.replaceAll("_", " ") || "no reason given");
}

export const disputeStatusWords: Record<DisputeStatus, string> = {
  needs_response: "Disputed",
  under_review: "Dispute under review",
  won: "Dispute won",
  lost: "Dispute lost",
  closed: "Dispute closed",
};

/** A step of a dispute as a line on the timeline. */
export function disputeMessage({
  status,
  amount,
  amountLost,
  reason,
  id,
}: Pick<ProviderDispute, "status" | "amount" | "amountLost" | "reason" | "id">): string {
  const pounds = formatPounds(amount);
  const ends: Record<DisputeStatus, string> = {
    needs_response: `The payment is disputed (${pounds}): ${disputeReason(reason)}`,
    under_review: `The dispute over ${pounds} is under review`,
    won: `The dispute over ${pounds} was won: the money stays`,
    lost: `The dispute over ${pounds} was lost: ${formatPounds(amountLost)} went back to the customer`,
    closed: `The dispute over ${pounds} was closed`,
  };
  return `${ends[status]} (${id})`;
}

/** Stripe's codes are words with underscores. */
function wordsOf(code: string): string {
  return code.replaceAll("_", " ");
}

/** A doubt about a payment as a line on the timeline, for staff. */
export function warningMessage({
  kind,
  isOpen,
  reason,
  id,
}: Pick<ProviderWarning, "kind" | "isOpen" | "reason" | "id">): string {
  if (kind === "fraud") {
    return `The card's bank warns that this payment is fraud (${wordsOf(reason)}). A refund now saves the cost of a dispute (${id})`;
  }
  return isOpen
    ? `Stripe is reviewing this payment: send nothing before it is approved there (${id})`
    : `Stripe's review of this payment is over: ${wordsOf(reason)} (${id})`;
}

/** The same for the order's notices: a title and what to do. */
export const warningNotices: Record<WarningKind, { title: string; advice: string }> = {
  review: {
    title: "Stripe is reviewing this payment",
    advice: "Send nothing yet: approve or refund the payment in the Stripe dashboard first.",
  },
  fraud: {
    title: "The card's bank calls this payment fraud",
    advice: "Do not send what has not gone yet, and refund the payment: a dispute would cost a fee besides.",
  },
};
