import type { PaymentProvider, ReturnedPayment } from "../provider.ts";
import { findStripeMoney, listStripeMoney } from "./list-stripe-money.server.ts";
import { closeStripePayment } from "./one-stripe-payment.server.ts";
import { openIntent, openIntentOfAmount, type StripeIntent } from "./open-intent.server.ts";
import { openPage } from "./open-page.server.ts";
import { stripeFailureOf } from "./stripe-calls.server.ts";
import { findReview, findStripeDispute, listStripeDisputes } from "./stripe-disputes.server.ts";
import { findPaidPage, isIntentId, lookAtStripe, retrieveIntentPayment } from "./stripe-payments.server.ts";
import { listStripeRefunds, makeStripeRefund, stripeRefusalOf } from "./stripe-refunds.server.ts";
import { stripeSetupQuestions } from "./stripe-setup.server.ts";
import { readStripeEvent, verifyStripeEvent } from "./stripe-webhook.server.ts";

/** Stripe's decline and error codes (docs.stripe.com/declines/codes), in words for staff. */
const stripeFailureReasons: Readonly<Record<string, string>> = {
  insufficient_funds: "There was not enough money on the card.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The security code was wrong.",
  invalid_cvc: "The security code was wrong.",
  incorrect_number: "The card number was wrong.",
  invalid_number: "The card number was wrong.",
  processing_error: "The bank could not process the card just then; trying again may help.",
  authentication_required: "The bank wanted the customer to confirm the payment, and that did not happen.",
  payment_intent_authentication_failure: "The customer did not pass the bank's check (3-D Secure).",
  card_velocity_exceeded: "The card has reached its limit.",
  withdrawal_count_limit_exceeded: "The card has reached its limit.",
  lost_card: "The bank says the card was lost. The customer was only told that it was declined.",
  stolen_card: "The bank says the card was stolen. The customer was only told that it was declined.",
  fraudulent: "The payment was blocked as suspected fraud. The customer was only told that it was declined.",
  merchant_blacklist: "The card is on a block list. The customer was only told that it was declined.",
  card_not_supported: "The card cannot be used for this kind of purchase.",
  currency_not_supported: "The card cannot pay in this currency.",
  generic_decline: "The bank declined the card without saying why; the customer can ask it.",
  card_declined: "The bank declined the card without saying why; the customer can ask it.",
  do_not_honor: "The bank declined the card without saying why; the customer can ask it.",
};

/** Stripe's reasons of disputes (docs.stripe.com/disputes/categories), as a clause for staff. */
const stripeDisputeReasons: Readonly<Record<string, string>> = {
  fraudulent: "the cardholder says that they did not make the payment",
  product_not_received: "the customer says that the goods did not arrive",
  product_unacceptable: "the customer says that the goods were faulty or not as described",
  duplicate: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
  subscription_canceled: "the customer says that they had cancelled",
  unrecognized: "the customer does not recognise the payment",
};

/** Cards by payment intents, in the page or on Stripe's own. */
export const stripeProvider: PaymentProvider<StripeIntent> = {
  id: "stripe",
  isAvailable: () => true,
  assertAvailable: () => undefined,
  failureOf: stripeFailureOf,

  offer: ({ gateways }) => ({
    publicKey: gateways.stripe.publishableKey,
    isSandbox: gateways.stripe.isSandbox,
  }),
  openEmbedded: openIntent,
  openPage,
  openAmount: openIntentOfAmount,

  isPaymentId: isIntentId,
  retrieve: retrieveIntentPayment,
  findState: lookAtStripe,
  close: (context, payment) => closeStripePayment(context.gateways.stripe.client, payment),

  sessions: { kind: "page", find: findPaidPage },
  readReturn,
  returnQuery: (paymentId) => new URLSearchParams({ payment_intent: paymentId }),

  verifyEvent: verifyStripeEvent,
  readEvent: readStripeEvent,

  refunds: listStripeRefunds,
  refund: makeStripeRefund,
  refundRefusalOf: stripeRefusalOf,

  dispute: findStripeDispute,
  disputes: listStripeDisputes,
  review: findReview,

  transactions: listStripeMoney,
  money: findStripeMoney,

  setupQuestions: stripeSetupQuestions,

  failureReasons: stripeFailureReasons,
  disputeReasons: stripeDisputeReasons,
};

/** The hosted page's address for the return, else what Stripe.js adds to ours. */
function readReturn(query: URLSearchParams): ReturnedPayment | undefined {
  const sessionId = query.get("session_id");
  const paymentId = query.get("payment_intent");
  if (sessionId) return { sessionId };
  return paymentId ? { paymentId } : undefined;
}
