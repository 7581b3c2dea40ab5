import type { Payment, Refund } from "#db/entities/index.ts";
import type { PayableCheckout } from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import type {
  ApprovedSessions,
  PageSessions,
  ProviderEvent,
  VerifiedEvent,
  WebhookDelivery,
} from "./provider-events.ts";
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
import type { SetupQuestion } from "./provider-setup.ts";

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

export interface CheckoutVersion {
  checkoutId: string;
  version?: number | undefined;
}

/** A payment by its own id, or by its session's. */
export type ReturnedPayment = { paymentId: string } | { sessionId: string };

/** Money that is looked for at its provider. */
export interface MoneyReference {
  kind: "payment" | "refund";
  id: string | null;
  /** The payment that it is, or that it gives back. */
  paymentId: string;
}

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
  refundRefusalOf(error: unknown): RefundRefusal | undefined;

  /** A dispute as the provider has it now; undefined when it knows none of this id. */
  dispute(context: Context, disputeId: string): Promise<ProviderDispute | undefined>;
  /** The disputes of a payment, as far as the provider can be asked by payment. */
  disputes(context: Context, paymentId: string): Promise<ProviderDispute[]>;
  /** A review as the provider has it now; undefined when it knows none of this id, or has no reviews. */
  review(context: Context, reviewId: string): Promise<ProviderWarning | undefined>;

  /** Every payment received and every refund made in a period, wherever it was made, from the provider's own lists. */
  transactions(context: Context, period: Period): AsyncIterable<ProviderMoney>;
  /** One payment or refund as the provider has it now; undefined when it knows none of this id. */
  money(context: Context, wanted: MoneyReference): Promise<ProviderMoney | undefined>;

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
