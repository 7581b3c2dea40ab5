import type { PaymentProvider } from "../provider.ts";
import { findPayPalMoney, listPayPalMoney } from "./list-paypal-money.server.ts";
import { openApprovalPage, openOrderOfAmount, openPayPalOrder } from "./open-paypal-order.server.ts";
import { isPayPalId, payPalFailureOf, requirePayPal } from "./paypal-calls.server.ts";
import { findPayPalDispute } from "./paypal-disputes.server.ts";
import type { PayPalOrder } from "./paypal-order.ts";
import { lookAtPayPal, payPalSessions, retrieveCapture } from "./paypal-payments.server.ts";
import { listPayPalRefunds, makePayPalRefund, payPalRefusalOf } from "./paypal-refunds.server.ts";
import { payPalSetupQuestions } from "./paypal-setup.server.ts";
import { readPayPalEvent, verifyPayPalEvent } from "./paypal-webhook.server.ts";

/** PayPal's issues, in words for staff. */
const payPalFailureReasons: Readonly<Record<string, string>> = {
  instrument_declined: "PayPal could not charge the customer's card or bank account.",
  payer_cannot_pay: "PayPal does not let this customer pay.",
  transaction_refused: "PayPal refused the payment.",
  payee_blocked_transaction: "Your own PayPal account is set up not to take this payment.",
};

/** PayPal's reasons of disputes (developer.paypal.com, Customer disputes v1), as a clause for staff. */
const payPalDisputeReasons: Readonly<Record<string, string>> = {
  unauthorised: "the customer says that they did not make the payment",
  merchandise_or_service_not_received: "the customer says that the goods did not arrive",
  merchandise_or_service_not_as_described: "the customer says that the goods were faulty or not as described",
  duplicate_transaction: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
};

/** Orders that their payer approves at PayPal and whose money this shop then takes. */
export const payPalProvider: PaymentProvider<PayPalOrder> = {
  id: "paypal",
  isAvailable: ({ gateways }) => gateways.paypal !== undefined,
  assertAvailable: (context, wanted) => {
    requirePayPal(context, wanted);
  },
  failureOf: payPalFailureOf,

  offer: ({ gateways: { paypal }, settings }) =>
    paypal && settings.paypalEnabled
      ? { publicKey: paypal.clientId, isSandbox: paypal.isSandbox }
      : undefined,
  openEmbedded: openPayPalOrder,
  openPage: openApprovalPage,
  openAmount: openOrderOfAmount,

  isPaymentId: isPayPalId,
  retrieve: retrieveCapture,
  findState: lookAtPayPal,
  // It takes money only when this shop captures it: one that was given up needs no cancelling there.
  close: async () => ({ kind: "closed" }),

  sessions: payPalSessions,
  readReturn: (query) => {
    const sessionId = query.get("token");
    return sessionId ? { sessionId } : undefined;
  },
  // Such an address names an order, not its capture.
  returnQuery: () => undefined,

  verifyEvent: verifyPayPalEvent,
  readEvent: readPayPalEvent,

  refunds: listPayPalRefunds,
  refund: makePayPalRefund,
  refundRefusalOf: payPalRefusalOf,

  dispute: findPayPalDispute,
  // PayPal cannot be asked by payment; its events tell of each.
  disputes: async () => [],
  review: async () => undefined,

  transactions: listPayPalMoney,
  money: findPayPalMoney,

  setupQuestions: payPalSetupQuestions,

  failureReasons: payPalFailureReasons,
  disputeReasons: payPalDisputeReasons,
};
