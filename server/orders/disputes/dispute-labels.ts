import type { DisputeStatus } from "#server/payments/payment-status.ts";
import type { ProviderDispute, ProviderWarning, WarningKind } from "#server/payments/provider-facts.ts";
import { isProviderId, type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";

export const disputeStatusWords: Record<DisputeStatus, string> = {
  needs_response: "Disputed",
  under_review: "Dispute under review",
  won: "Dispute won",
  lost: "Dispute lost",
  closed: "Dispute closed",
};

/** A step of a dispute as a timeline line; `reason` is a clause. */
export function disputeMessage(
  {
    status,
    amount,
    amountLost,
    reason,
    id,
  }: Pick<ProviderDispute, "status" | "amount" | "amountLost" | "reason" | "id">,
  currency: CurrencyCode,
): string {
  const whole = formatMoney(amount, currency);
  const ends: Record<DisputeStatus, string> = {
    needs_response: `The payment is disputed (${whole}): ${reason}`,
    under_review: `The dispute over ${whole} is under review`,
    won: `The dispute over ${whole} was won: the money stays`,
    lost: `The dispute over ${whole} was lost: ${formatMoney(amountLost, currency)} went back to the customer`,
    closed: `The dispute over ${whole} was closed`,
  };
  return `${ends[status]} (${id})`;
}

/** The codes are words with underscores. */
function wordsOf(code: string): string {
  return code.replaceAll("_", " ");
}

/** A payment warning as a timeline line, for staff. */
export function warningMessage(
  { kind, isOpen, reason, id }: Pick<ProviderWarning, "kind" | "isOpen" | "reason" | "id">,
  provider: ProviderId,
): string {
  if (kind === "fraud") {
    return `The card's bank warns that this payment is fraud (${wordsOf(reason)}). A refund now saves the cost of a dispute (${id})`;
  }
  const { name } = profileOf(provider);
  return isOpen
    ? `${name} is reviewing this payment: send nothing before it is approved there (${id})`
    : `${name}'s review of this payment is over: ${wordsOf(reason)} (${id})`;
}

/** The same for the order's notices: a title and what to do. */
export function warningNotice(kind: WarningKind, provider: string): { title: string; advice: string } {
  if (kind === "fraud") {
    return {
      title: "The card's bank calls this payment fraud",
      advice:
        "Do not send what has not gone yet, and refund the payment: a dispute would cost a fee besides.",
    };
  }
  const name = isProviderId(provider) ? profileOf(provider).name : "The payment provider";
  return {
    title: `${name} is reviewing this payment`,
    advice: `Send nothing yet: approve or refund the payment in the ${name} dashboard first.`,
  };
}
