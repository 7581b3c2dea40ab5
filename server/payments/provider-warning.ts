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
