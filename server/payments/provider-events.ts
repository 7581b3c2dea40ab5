import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { ProviderRefund, ProviderWarning, ReceivedPayment } from "./provider-facts.ts";

/** An event as it was sent: its signature is over exactly these bytes. */
export interface WebhookDelivery {
  body: Buffer;
  headers: Headers;
}

/** An event that its provider has sent beyond doubt. */
export interface VerifiedEvent {
  /** The provider's own id of the event: it stays the same when it is sent again. */
  id: string;
  type: string;
  /** JSON, without anything that must not be stored. */
  payload: string;
}

/**
 * What an event is about, in the same words for all providers. Events only wake us: what is done follows the object as
 * its provider has it now, since events come late, in any order and more than once.
 */
export type ProviderEvent =
  | {
      about: "payment";
      id: string;
      /** It tells that a try to pay was refused. */
      isRefusal: boolean;
      /** It tells that the money came. */
      isPaid: boolean;
    }
  /** What was opened for a shopper has been paid, approved or given up by its bank. */
  | { about: "session"; id: string }
  /** What was opened for a shopper was left unpaid. */
  | { about: "left session"; id: string }
  | { about: "refund"; paymentId: string; look: (context: Context) => Promise<RefundEvent> }
  | {
      about: "dispute";
      id: string;
      /** The payment that the event itself names. */
      paymentId: string | undefined;
    }
  | { about: "warning"; id: string; look: (context: Context) => Promise<WarningEvent> }
  | { about: "nothing of ours" };

/** What there is to know of a payment's refunds beside the provider's list of them. */
export interface RefundEvent {
  /** A refund that the provider told of, which its list may leave out. */
  reported?: ProviderRefund | undefined;
  /** The provider says that all of the payment has gone back, whatever its list shows. */
  isAll?: boolean;
}

interface WarningEvent {
  warning: ProviderWarning | undefined;
  /** The payment that it is about, as far as it is known; else empty. */
  paymentId: string;
}

/** What a session has become that a shopper pays on the provider's own page: the provider takes the money by itself. */
export interface PageSessions {
  kind: "page";
  /** Undefined when the provider knows none of this id. */
  find(context: Context, sessionId: string): Promise<PaidPage | undefined>;
}

interface PaidPage {
  /** None before somebody has tried to pay. */
  paymentId: string | undefined;
  /** The page is closed by its payment; else it may be paid once more. */
  isComplete: boolean;
}

/** Sessions that a payer approves at the provider; the shop then takes the money itself. */
export interface ApprovedSessions {
  kind: "approved";
  /** Undefined when the provider knows none of this id. */
  find(context: Context, sessionId: string): Promise<ApprovedSession | undefined>;
  /** Takes the money; the same number of the try takes it once. @throws what `refusalOf` knows */
  capture(context: Context, sessionId: string, attempt: number): Promise<ApprovedSession>;
  refusalOf(error: unknown): CaptureRefusal | undefined;
  /** What the payer is told. */
  texts: {
    /** They have not approved yet. */
    notApproved: string;
    /** The card or account that they chose there was not taken; another one may be. */
    otherFunding: string;
    /** Nothing was charged; they may begin anew. */
    notTaken: string;
    /** The provider will not take this payment at all. */
    refused: string;
  };
}

export interface ApprovedSession {
  id: string;
  /** The checkout that it names as what it pays. */
  checkoutId: string | undefined;
  /** Ended: it can no longer be approved. */
  state: "open" | "approved" | "paid" | "ended";
  /** What it asks the payer for; undefined when that is no amount. */
  amount: Pence | undefined;
  /** ISO 4217, small letters. */
  currency: string;
  /** The payment that took its money, or is about to. */
  taken: ReceivedPayment | undefined;
  /** The provider's word for a try that came to nothing, so that no other can be made. */
  declined: string | undefined;
  /** Where the payer goes (back) to, if the provider named an address; and where that is else. */
  approvalLink: string | undefined;
  approvalPage: string;
  /** As the provider sent it, for an endpoint that shows it. */
  answer: unknown;
}

/**
 * How a provider refused to take the money of an approved session.
 * under way: another request is at it; other funding: the payer may choose another card or account; not approved: the
 * payer has to say yes once more; unknown: nobody knows whether it went through; final: it will not be taken.
 */
export interface CaptureRefusal {
  kind: "under way" | "other funding" | "not approved" | "unknown" | "final";
  /** The provider's code. */
  reason: string;
  /** The session itself is used up: the next press on the button makes another. */
  isUsedUp: boolean;
  /** Where the payer can put it right, when the provider names an address. */
  approvalLink: string | undefined;
  /** For the log. */
  detail: Record<string, unknown>;
}
