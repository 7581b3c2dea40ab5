import type { ProviderId } from "#server/payments/provider-list.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A checkout whose payment failed, as staff see it. */
export interface FailedOrderView {
  id: number;
  customerName: string;
  customerEmail: string;
  totalAmount: Pence;
  /** ISO 4217, small letters; one in which the shop does not trade is of money that came unasked. */
  currency: string;
  paymentMethod: ProviderId;
  /** In plain language. */
  errorMessage: string;
  /** ISO date and time of the last attempt. */
  attemptedAt: string;
  /** ISO date and time of the first. */
  createdAt: string;
}
