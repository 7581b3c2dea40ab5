import type { ProviderWarning, WarningKind } from "#server/payments/provider-warning.ts";

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
