import { type CurrencyCode, formatMoney, type Pence } from "#server/pricing/money.ts";

interface CountedRefund {
  amount: Pence;
  status: "requested" | "pending" | "succeeded" | "failed";
}

/** The amount refunded or on its way; a failed refund counts nothing. */
export function refundedOf(refunds: readonly CountedRefund[]): Pence {
  return refunds.reduce((sum, { amount, status }) => (status === "failed" ? sum : sum + amount), 0);
}

/** The amount that disputes have taken from a payment for good. */
export function lostOf(disputes: readonly { amountLost: Pence }[]): Pence {
  return disputes.reduce((sum, { amountLost }) => sum + amountLost, 0);
}

/** The amount of a payment that can still be refunded: never more than was captured, all refunds together. */
export function refundableOf(captured: Pence, refunds: readonly CountedRefund[]): Pence {
  return Math.max(0, captured - refundedOf(refunds));
}

/** Why this amount cannot be refunded, in words for staff; undefined when it can. */
export function refundRefusal(
  amount: Pence,
  captured: Pence,
  refunds: readonly CountedRefund[],
  currency: CurrencyCode,
): string | undefined {
  const refundable = refundableOf(captured, refunds);
  if (refundable === 0) return "Everything that was paid has been refunded.";
  if (!Number.isInteger(amount) || amount <= 0) return `Enter an amount above ${formatMoney(0, currency)}.`;
  if (amount > refundable) return `At most ${formatMoney(refundable, currency)} can be refunded.`;
  return undefined;
}
