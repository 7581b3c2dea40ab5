import type { RefundStatus } from "#server/payments/payment-status.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/**
 * The money that came on one day (Europe/London), and what became of it until now. Always
 * received, all providers together = kept + refunded + disputed + unmatched; `difference` is what is missing of that, so
 * it is 0.
 */
export interface LedgerFigures {
  /** Payments received, by provider. */
  received: Record<ProviderId, Pence>;
  payments: number;
  /** The orders' totals less their refunds; includes orders that claim a payment nobody received. */
  kept: Pence;
  orders: number;
  /** Refunded, or on its way back, of this day's payments, whenever and by whomever. */
  refunded: Pence;
  /** Lost in disputes of this day's payments. */
  disputed: Pence;
  /** Money that has neither bought an order nor gone back. */
  unmatched: Pence;
  unmatchedPayments: number;
  difference: Pence;
  /** Not part of the sum: refunds made on this day, of any day's payments. */
  refundsMade: Pence;
  /** Not part of the sum: orders paid this day past the providers (cash, bank, demo data), as they were recorded. */
  byHand: Pence;
  ordersByHand: number;
}

/** The money received, from all providers. */
export function receivedInAll({ received }: Pick<LedgerFigures, "received">): Pence {
  return Object.values(received).reduce((sum, amount) => sum + amount, 0);
}

export interface LedgerDay extends LedgerFigures {
  /** Such as 2026-11-21. */
  day: string;
}

export interface LedgerMonth {
  currency: CurrencyCode;
  /** ISO date and time up to which the days before today are added up; null where all is live. */
  asOf: string | null;
  /** Such as 2026-11. */
  month: string;
  /** Days with any figures, the newest first. */
  days: LedgerDay[];
  total: LedgerFigures;
  /** Payments of this month in other currencies: not in any figure, but among the unmatched. */
  foreignPayments: number;
}

/** Money that was received and has neither bought an order nor been refunded: a person must decide. */
export interface UnmatchedPayment {
  id: number;
  provider: ProviderId;
  /** The intent's or capture's id at the provider. */
  providerPaymentId: string;
  /** The amount received, and how much of it is left; pence of `currency`. */
  amount: Pence;
  left: Pence;
  currency: string;
  /** ISO date and time. */
  receivedAt: string;
  customerName: string | null;
  customerEmail: string | null;
  /** Why it bought nothing, in a sentence. */
  reason: string;
  failedOrderId: number | null;
  /** The order that another payment of the same checkout has bought. */
  orderId: number | null;
  invoiceNumber: string | null;
  /** How the last attempt to give it back ended. */
  refund: { status: RefundStatus; failure: string | null } | null;
}

export interface Ledger {
  month: LedgerMonth;
  /** The current month: there is none after it. */
  latestMonth: string;
  unmatched: UnmatchedPayment[];
  /** How many there are in all. */
  unmatchedInAll: number;
}
