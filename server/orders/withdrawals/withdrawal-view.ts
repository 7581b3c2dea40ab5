import type { RefundSuggestion, WithdrawnLine } from "./withdrawal-rules.ts";
import type { WithdrawalWording } from "./withdrawal-words.ts";

/** Open until its money has gone back, or staff closed it without. */
export const withdrawalStates = ["open", "refunded", "closed"] as const;

type WithdrawalState = (typeof withdrawalStates)[number];

/** Of a reason, in characters. */
export const LONGEST_REASON = 500;

/** What a customer told of an order that they do not want to keep, as they and staff see it. */
export interface WithdrawalView {
  id: number;
  /** ISO date and time, like all here. */
  submittedAt: string;
  lines: WithdrawnLine[];
  /** In the customer's words; "" for none. */
  reason: string;
  /** It came after the 14 days that the shop can count: staff decide. */
  isLate: boolean;
  /** Until when the goods have to be sent back; null where none went out. */
  sendBackBy: string | null;
  /** When they, or proof that they were sent, were here. */
  goodsBackAt: string | null;
  /** Until when the money has to go back; null while that waits for the goods, and once it is settled. */
  refundBy: string | null;
  state: WithdrawalState;
  /** Why staff closed it without a refund. */
  closingNote: string;
}

/** The same for whoever packs: settled is all that it says of the end, which may tell of money. */
export interface PackedWithdrawal extends Omit<WithdrawalView, "state"> {
  state: WithdrawalState | "settled";
}

/** The same for staff who see money, with what its refund comes to. */
export interface StaffWithdrawal extends WithdrawalView {
  suggestion: RefundSuggestion;
}

/** An order on the page on which its customer cancels it. */
export interface WithdrawableOrder {
  invoiceNumber: string;
  /** ISO date and time. */
  createdAt: string;
  customerName: string;
  customerEmail: string;
  wording: WithdrawalWording;
  lines: { lineId: number; productName: string; quantity: number; left: number }[];
  /** Something of it has gone out, so that goods come back. */
  isSent: boolean;
  /** Until when it can be cancelled at least, as ISO date and time; null before all of it went out. */
  cancelBy: string | null;
  isLate: boolean;
  /** The newest first. */
  earlier: WithdrawalView[];
}
