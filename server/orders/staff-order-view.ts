import type { RefundSource, RefundStatus } from "#server/payments/refund-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { OrderView } from "./order-view.ts";

export interface RefundView {
  id: number;
  amount: Pence;
  reason: string;
  source: RefundSource;
  status: RefundStatus;
  creditNoteNumber: string | null;
  failureMessage: string | null;
  /** ISO date and time. */
  createdAt: string;
}

interface StaffOrderEvent {
  id: number;
  message: string;
  /** Who did it; null for the shop itself. */
  actorName: string | null;
  /** ISO date and time. */
  createdAt: string;
}

/** An order with all that staff decide by: what happened to it, how it went out, what was and can be refunded. */
export interface StaffOrder extends OrderView {
  carrier: string | null;
  trackingNumber: string | null;
  /** ISO date and time. */
  dispatchedAt: string | null;
  isBackorder: boolean;
  deliveryToBeAgreed: boolean;
  /** Received for it through a payment provider; 0 when it was paid in another way. */
  captured: Pence;
  /** Given back or on its way. */
  refunded: Pence;
  refunds: RefundView[];
  /** For the next refund's form: sent twice, it is one refund. */
  refundKey: string;
  /** By line, the units that can still go back into stock. */
  restockable: { lineId: number; productName: string; quantity: number }[];
  timeline: StaffOrderEvent[];
}
