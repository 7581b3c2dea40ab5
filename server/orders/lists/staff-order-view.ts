import type { StaffNoteView } from "#server/notes/staff-note.ts";
import type { DisputeStatus, RefundSource, RefundStatus } from "#server/payments/payment-status.ts";
import type { WarningKind } from "#server/payments/provider-facts.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { ParcelView } from "../parcels/parcels.ts";
import type { PackedWithdrawal, StaffWithdrawal } from "../withdrawals/withdrawal-view.ts";
import type { OrderView, PackingOrder } from "./order-view.ts";
import type { CorrectionNoteView } from "./shopper-order.server.ts";

interface PaymentView {
  /** The provider's. */
  id: string;
  /** Its page in the provider's dashboard; null where it has none. */
  page: string | null;
}

/** A line of an order with what happened to its units. */
export interface UnitsView {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: Pence;
  lineTotal: Pence;
  cancelled: number;
  left: number;
  returned: number;
  creditedQuantity: number;
  creditedAmount: Pence;
  toSend: number;
}

export interface RefundView {
  id: number;
  amount: Pence;
  reason: string;
  source: RefundSource;
  status: RefundStatus;
  failureMessage: string | null;
  /** ISO date and time. */
  createdAt: string;
}

export interface DisputeView {
  id: number;
  providerDisputeId: string;
  amount: Pence;
  currency: CurrencyCode;
  /** Gone back to the customer for good, beside refunds. */
  amountLost: Pence;
  /** A clause in plain words. */
  reason: string;
  status: DisputeStatus;
  /** ISO date and time; null when no evidence is wanted. */
  evidenceDueAt: string | null;
  /** ISO date and time. */
  openedAt: string;
}

interface StaffOrderEvent {
  id: number;
  message: string;
  /** Who did it; null for the shop itself. */
  actorName: string | null;
  /** ISO date and time. */
  createdAt: string;
}

/** An order with all that it takes to send it. */
export interface PackingDetails extends PackingOrder {
  carrier: string | null;
  trackingNumber: string | null;
  /** ISO date and time. */
  dispatchedAt: string | null;
  /** To be collected: when the customer was told that it is ready, as ISO date and time. */
  readyAt: string | null;
  /** What was sent of it, the first first; none of an order that went out before parcels were counted. */
  parcels: ParcelView[];
  /** By line, the units that are still to be sent. */
  toSend: { lineId: number; productName: string; quantity: number }[];
  /** What its customer cancelled of it, the newest first. */
  withdrawals: PackedWithdrawal[];
  isBackorder: boolean;
  /** Sold at 0%: evidence of the export must be kept. */
  isExport: boolean;
  timeline: StaffOrderEvent[];
}

/** An order with all that staff decide by: what happened to it, how it went out, what was and can be refunded. */
export interface StaffOrder extends OrderView, Omit<PackingDetails, keyof PackingOrder> {
  /** Each with the refund that follows from it. */
  withdrawals: StaffWithdrawal[];
  /** ISO date and time; null while nothing was paid. */
  paidAt: string | null;
  /** The provider's payment that bought it; null where none is known here. */
  payment: PaymentView | null;
  /** Who pays, and where it goes, each in one line. */
  addresses: { billing: string; delivery: string };
  /** Staff took it: its money comes and goes by hand. */
  isCounterOrder: boolean;
  /** Units that staff sold at another price than the shop's. */
  agreedPrices: { productName: string; listPrice: Pence; price: Pence; by: string | null }[];
  /** Received for it; 0 when no payment is known here. */
  captured: Pence;
  /** Given back or on its way. */
  refunded: Pence;
  /** Until when the money of a cancelled order has to go back, as an ISO date and time; null where none has to. */
  refundDueBy: string | null;
  refunds: RefundView[];
  /** The credit and debit notes that correct its invoice. */
  notes: CorrectionNoteView[];
  /** Lost in disputes. */
  lost: Pence;
  disputes: DisputeView[];
  /** That the provider reviews the payment, or that the card's bank calls it fraud. */
  warnings: { id: number; kind: WarningKind; providerWarningId: string; isOpen: boolean }[];
  /** What staff noted for each other, the oldest first; none for those who may not read it. */
  staffNotes: StaffNoteView[];
  /** The same about whose order it is. */
  customerNotes: StaffNoteView[];
  /** For the next note's form: sent twice, it is one note. */
  noteKey: string;
  /** For the next refund's form: sent twice, it is one refund. */
  refundKey: string;
  /** What is still to be paid for it. */
  toPay: Pence;
  /** What was paid for what was cancelled or came back, and has not gone back yet. */
  owed: Pence;
  /** Credited before anybody paid: no money went back for it. */
  creditedUnpaid: Pence;
  /** What of it can still be refunded, or credited where nobody has paid yet. */
  refundable: Pence;
  /** Its money went back: it is not sent until somebody releases it. */
  isHeld: boolean;
  /** Refunds made at the provider of which nobody has said what they are for. */
  unnamedRefunds: { id: number; amount: Pence; createdAt: string }[];
  /** By line, what happened to its units. */
  units: UnitsView[];
  creditedDelivery: Pence;
}

/** Whether an order was sent with all that staff decide by. */
export function isWhole(order: PackingDetails): order is StaffOrder {
  return "refundKey" in order;
}
