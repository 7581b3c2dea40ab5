import type { Pence } from "#server/pricing/money.ts";
import type { DisputeStatus } from "./dispute-status.ts";
import type { PaymentMethod } from "./payment-status.ts";

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
