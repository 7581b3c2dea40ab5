import type { PaymentProvider, ReturnedPayment } from "../provider.ts";
import { closeStripePayment } from "./close-stripe-payment.server.ts";
import { findStripeMoney, listStripeMoney } from "./list-stripe-money.server.ts";
import { openIntent, openIntentOfAmount, type StripeIntent } from "./open-intent.server.ts";
import { openPage } from "./open-page.server.ts";
import { findReview, findStripeDispute, listStripeDisputes } from "./stripe-disputes.server.ts";
import { findPaidPage, isIntentId, lookAtStripe, retrieveIntentPayment } from "./stripe-payments.server.ts";
import { listStripeRefunds, makeStripeRefund, stripeRefusalOf } from "./stripe-refunds.server.ts";
import { stripeFailureOf } from "./stripe-refusal.server.ts";
import { askStripeOfSetup } from "./stripe-setup.server.ts";
import { readStripeEvent, verifyStripeEvent } from "./stripe-webhook.server.ts";
import { stripeDisputeReasons, stripeFailureReasons } from "./stripe-words.ts";

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
  look: lookAtStripe,
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

  setupQuestions: askStripeOfSetup,
  trial: async () => (await import("./stripe-trial.server.ts")).stripeTrial,

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
