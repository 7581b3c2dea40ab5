import type { Pence } from "#server/pricing/money.ts";
import type { DisputeStatus, PaymentMethod, RefundStatus } from "./payment-status.ts";

/** A dispute as its provider has it now, in the same words for all providers. */
export interface ProviderDispute {
  provider: PaymentMethod;
  id: string;
  /** The intent or capture it is about. */
  paymentId: string;
  amount: Pence;
  /** What has gone back to the customer for good. */
  amountLost: Pence;
  /** The provider's code, small letters. */
  reason: string;
  status: DisputeStatus;
  /** Until when evidence is taken; null when none is wanted. */
  evidenceDueAt: Date | null;
  openedAt: Date;
}

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  /** The key of our row; null for one that was made in the provider's own dashboard. */
  key: string | null;
  amount: Pence;
  status: Exclude<RefundStatus, "requested">;
  failure: string | null;
}

/** That the provider said no: for want of money in the shop's account, or for another reason. */
export interface RefundRefusal {
  kind: "balance" | "other";
  /** In the provider's words. */
  message: string;
}

/**
 * review: Stripe's fraud rules put the payment into the review queue, and nothing should be sent before somebody approves
 * it there; fraud: the card's bank has reported the payment as fraud, and a dispute is likely.
 */
export const warningKinds = ["review", "fraud"] as const;

export type WarningKind = (typeof warningKinds)[number];

/** A doubt about a payment, as Stripe has it now. */
export interface ProviderWarning {
  kind: WarningKind;
  id: string;
  /** The intent that it is about. */
  paymentId: string;
  /** Stripe's code, such as `rule`, `approved` or `made_with_stolen_card`. */
  reason: string;
  isOpen: boolean;
  openedAt: Date;
}

/** A payment received, or a refund. */
export type MoneyKind = "payment" | "refund";

/** Money as its provider has it now, in the same words for all providers. */
export interface ProviderMoney {
  provider: PaymentMethod;
  kind: MoneyKind;
  /** The intent's, the capture's or the refund's. */
  id: string;
  /** The intent or capture that it is or that it gives back. */
  paymentId: string;
  /** Of a refund: the key of our row, when we asked for it. */
  key: string | null;
  /** In the smallest unit of `currency`; refunds too are above zero. */
  amount: Pence;
  /** ISO 4217, small letters. */
  currency: string;
  /** moved: the money has come or gone; pending: it is on its way; none: nothing came of it. */
  state: "moved" | "pending" | "none";
  at: Date;
}

/** From the first moment up to, and without, the second. */
export interface Period {
  from: Date;
  to: Date;
}
