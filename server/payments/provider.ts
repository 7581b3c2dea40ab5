import type { Payment, Refund } from "#db/entities/index.ts";
import type { CheckoutVersion, PayableCheckout } from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";
import type {
  ClosedPayment,
  OpenPaymentState,
  Period,
  ProviderDispute,
  ProviderMoney,
  ProviderRefund,
  ProviderWarning,
  ReceivedPayment,
  RefundRefusal,
} from "./provider-facts.ts";
import type { ProviderId } from "./provider-list.ts";
import type { SetupQuestion } from "./provider-profile.ts";

/** A payment as it is filed here: under its own id, or under its session's until it has one. */
export type FiledPayment = Pick<Payment, "providerPaymentId"> & Partial<Pick<Payment, "providerSessionId">>;

/** A way to pay, as the checkout page offers it. */
export interface PaymentOffer {
  provider: ProviderId;
  /** Names this shop to the provider's script in the page. */
  publicKey: string;
  /** Test payments come from our own sandbox. */
  isSandbox: boolean;
}

/** A payment by its own id, or by its session's. */
export type ReturnedPayment = { paymentId: string } | { sessionId: string };

/**
 * What the shop asks of a payment provider. Everything that knows how a provider speaks stands in its folder; what is
 * done with the answers is the checkout's, the orders' and the ledger's. Each call throws what the provider's client
 * throws, which `failureOf` knows.
 */
export interface PaymentProvider<Opened = unknown> {
  id: ProviderId;
  /** Whether this shop has keys of it, or its stand-in. */
  isAvailable(context: Context): boolean;
  /**
   * @throws ShopError `not_found` when this shop has none of it, or, with `offered`, when its owner has switched it off
   * (what was begun before is still settled then)
   */
  assertAvailable(context: Context, wanted?: { offered?: boolean }): void;
  /** What the log should know of an error of this provider's client; undefined when the error is another's. */
  failureOf(error: unknown): Record<string, unknown> | undefined;

  /** What the page needs to offer it; undefined when it is not offered. */
  offer(context: Context): Omit<PaymentOffer, "provider"> | undefined;

  /**
   * The payment of one version of a checkout, the current one unless told, for the part of the page that is this
   * provider's: opened once, found again while it can still be paid.
   * @throws ShopError `conflict` (changed meanwhile; or paid, or being confirmed: `extra.alreadyPaid`), `rate_limited`,
   * `unavailable`
   */
  openEmbedded(context: Context, checkout: CheckoutVersion): Promise<Opened>;
  /** What its part of the page needs of an opened payment; the rest stays between provider and shop. */
  forPage(opened: Opened): Record<string, string>;
  /** The same on a page of the provider's own, for shoppers without JavaScript. */
  openPage(context: Context, checkout: CheckoutVersion): Promise<{ url: string }>;
  /**
   * Opens the payment of a checkout that is only an amount so far: its order says what was bought. Neither is written
   * down yet, so the caller does so before anybody hears of the payment.
   */
  openAmount(context: Context, checkout: PayableCheckout): Promise<OpenedAmount<Opened>>;

  /** Whether this could be the id of a payment. */
  isPaymentId(text: string): boolean;
  /** The payment as the provider has it now; undefined when it is not one of this shop's account. */
  retrieve(context: Context, paymentId: string): Promise<ReceivedPayment | undefined>;
  /** How far a payment has come that was opened here and whose end is not known. */
  findState(context: Context, payment: FiledPayment): Promise<OpenPaymentState>;
  /** Ends a payment, so that nobody can pay it any more; what has moved on is said to be taken. */
  close(context: Context, payment: FiledPayment): Promise<ClosedPayment>;

  /** What it files a payment under that has no id of its own yet. */
  sessions: PageSessions | ApprovedSessions;
  /** What the address names with which a browser comes back from the provider; undefined when that is another's. */
  readReturn(query: URLSearchParams): ReturnedPayment | undefined;
  /** The reverse, for a payment that was made before; undefined where such an address cannot name it. */
  returnQuery(paymentId: string): URLSearchParams | undefined;

  /** Whether it is an event of this provider for this shop. @throws ShopError `bad_request`, `rate_limited` */
  verifyEvent(context: Context, delivery: WebhookDelivery): Promise<VerifiedEvent>;
  /** What an event is about that was verified: on its arrival, or as its payload was kept. */
  readEvent(payload: unknown): ProviderEvent;

  /** All refunds of a payment, made here or elsewhere. */
  refunds(context: Context, payment: RefundedPayment): Promise<ProviderRefund[]>;
  /**
   * Gives the money of a refund row back, at most once however often it is called: one that the provider has already
   * is found by its key (which it may forget after a day as an idempotency key, not as what is kept beside the refund).
   */
  refund(
    context: Context,
    payment: RefundedPayment,
    refund: Pick<Refund, "key" | "amount">,
  ): Promise<ProviderRefund>;
  /** What the provider refused; undefined when it gave no answer, so that the same request may be sent again. */
  readRefundRefusal(error: unknown): RefundRefusal | undefined;

  /** A dispute as the provider has it now; undefined when it knows none of this id. */
  dispute(context: Context, disputeId: string): Promise<ProviderDispute | undefined>;
  /** The disputes of a payment, as far as the provider can be asked by payment. */
  disputes(context: Context, paymentId: string): Promise<ProviderDispute[]>;
  /** A review as the provider has it now; undefined when it knows none of this id, or has no reviews. */
  review(context: Context, reviewId: string): Promise<ProviderWarning | undefined>;

  /** Every payment received and every refund made in a period, wherever it was made, from the provider's own lists. */
  transactions(context: Context, period: Period): AsyncIterable<ProviderMoney>;
  /** One refund of a payment as the provider has it now; undefined when it knows none of this id. */
  refundMoney(context: Context, refundId: string, paymentId: string): Promise<ProviderMoney | undefined>;

  /** What `npm run doctor` asks it about its settings for this shop, whose address comes without a trailing slash. */
  setupQuestions(context: Pick<Context, "gateways">, publicUrl: string): SetupQuestion[];

  /** The codes with which it refuses payments, in words for staff. */
  failureReasons: Readonly<Record<string, string>>;
  /** Its reasons of disputes, as a clause for staff. */
  disputeReasons: Readonly<Record<string, string>>;
}

export type RefundedPayment = Pick<Payment, "provider" | "providerPaymentId" | "currency"> &
  Partial<Pick<Payment, "providerSessionId">>;

/** What was opened for an amount, and the ids under which its payment is filed. */
export interface OpenedAmount<Opened> {
  opened: Opened;
  filed: { providerPaymentId: string; providerSessionId?: string };
}

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
interface PageSessions {
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
  /** Takes the money; the same number of the try takes it once. @throws what `readCaptureRefusal` knows */
  capture(context: Context, sessionId: string, attempt: number): Promise<ApprovedSession>;
  readCaptureRefusal(error: unknown): CaptureRefusal | undefined;
  /** What the payer is told. */
  texts: {
    /** They have not approved yet. */
    notApproved: string;
    /** The card or account that they chose there was not taken; another one may be. */
    otherFunding: string;
    /** Nothing was charged; they may begin again. */
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
