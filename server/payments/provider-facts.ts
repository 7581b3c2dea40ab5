import { formatMoney, isCurrencyCode, type Pence } from "#server/pricing/money.ts";
import type { DisputeStatus, RefundStatus } from "./payment-status.ts";
import { type ProviderId, profileOf } from "./provider-list.ts";

/** A payment as its provider has it now, in the same words for all providers. */
export interface ReceivedPayment {
  provider: ProviderId;
  /** The intent's or the capture's. */
  id: string;
  /** What the payment is filed under until it has an id of its own, where the provider names it. */
  sessionId: string | null;
  /** The checkout that it names as what it pays. */
  checkoutId: string | undefined;
  state: "processing" | "succeeded" | "unpaid";
  /** Unpaid for good: nobody can pay it any more. */
  isCancelled: boolean;
  /** Why it is unpaid, for the shopper. */
  message: string | undefined;
  /** Why its last try was refused, for staff: the provider's words, or its code. */
  failure: string | null;
  amount: Pence;
  amountReceived: Pence;
  /** ISO 4217, small letters. */
  currency: string;
  /** When the provider took it; undefined when it did not say. */
  paidAt: Date | undefined;
  /** How much of it has gone back already; "some" also where the provider did not say. */
  refundedPart: "none" | "some" | "all";
  hasDispute: boolean;
  /** The review that the provider has opened of it, over or not. */
  reviewId: string | null;
}

/** How far a payment has come that was opened here. */
export type OpenPaymentState =
  /** The money has come or is on its way. */
  | { kind: "taken"; payment: ReceivedPayment }
  /** Its session says what became of it. */
  | { kind: "session"; sessionId: string; state: "ended" | "approved" }
  /** Nobody can pay it any more. */
  | { kind: "over" }
  | { kind: "open" };

/** "taken": it has been paid or is being paid, so that it could not be closed. */
export type ClosedPayment = { kind: "closed" } | { kind: "taken"; paymentId: string | undefined };

/** A dispute as its provider has it now, in the same words for all providers. */
export interface ProviderDispute {
  provider: ProviderId;
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
 * review: the provider's fraud rules put the payment into a queue, and nothing should be sent before somebody approves
 * it there; fraud: the card's bank has reported the payment as fraud, and a dispute is likely.
 */
export const warningKinds = ["review", "fraud"] as const;

export type WarningKind = (typeof warningKinds)[number];

/** A doubt about a payment, as its provider has it now. */
export interface ProviderWarning {
  kind: WarningKind;
  id: string;
  /** The intent that it is about. */
  paymentId: string;
  /** The provider's code, such as `rule`, `approved` or `made_with_stolen_card`. */
  reason: string;
  isOpen: boolean;
  openedAt: Date;
}

/** A payment received, or a refund. */
export type MoneyKind = "payment" | "refund";

/** Money as its provider has it now, in the same words for all providers. */
export interface ProviderMoney {
  provider: ProviderId;
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

/*
 * The shop sells in currencies of two decimals alone; these are also for money in any other currency that comes to its
 * accounts all the same. An amount is a whole number of the smallest unit that its provider counts in, and the
 * providers do not count alike.
 */

/**
 * Divided into thousandths, no matter who counts (docs.stripe.com/currencies; PayPal's `money` names the Tunisian
 * dinar).
 */
const withThousandths = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** How many decimals an amount has whose smallest unit a provider counts; `currency` is ISO 4217, small letters. */
export function decimalsOf(provider: ProviderId, currency: string): number {
  if (withThousandths.has(currency)) return 3;
  return profileOf(provider).withoutDecimals.has(currency) ? 0 : 2;
}

/** Whole units of 10^-decimals as a decimal: (1234, 2) is "12.34", (1000, 0) is "1000". */
export function decimalOf(amount: number, decimals: number): string {
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const decimalText = /^(-?)(\d{0,12})(?:\.(\d{1,6}))?$/;

/** The reverse, without floating-point arithmetic; undefined for what is no such amount. "1000.00" yen are 1000. */
export function unitsOf(text: string, decimals: number): number | undefined {
  const match = decimalText.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const units = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return sign === "-" && units !== 0 ? -units : units;
}

/** For people: "£12.34", "€12.34", "1000 JPY". */
export function formatProviderMoney(
  amount: number,
  { provider, currency }: { provider: ProviderId; currency: string },
): string {
  if (isCurrencyCode(currency)) return formatMoney(amount, currency);
  return `${decimalOf(amount, decimalsOf(provider, currency))} ${currency.toUpperCase()}`;
}

/** PayPal's `custom_id` of a refund may be longer; the column may not. */
const LONGEST = 100;

/**
 * The key of a refund that the shop makes by itself, under which the provider keeps it. Letters, digits and `-` only:
 * PayPal takes any characters in a request, but its schema of the refund that it answers with knows no colon (Payments
 * v2, `refund.custom_id`). A key that came back changed would make the shop take its own refund for a dashboard's.
 */
export function refundKeyOf(reason: string, paymentId: string): string {
  return `${reason}-${paymentId}`.replace(/[^A-Za-z0-9]+/g, "-").slice(0, LONGEST);
}
