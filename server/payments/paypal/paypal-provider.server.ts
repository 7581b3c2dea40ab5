import type { PaymentProvider } from "../provider.ts";
import { findPayPalMoney, listPayPalMoney } from "./list-paypal-money.server.ts";
import { createOrder, openApprovalPage, openPayPalOrder } from "./open-paypal-order.server.ts";
import { isPayPalId, payPalFailureOf, requirePayPal } from "./paypal-calls.server.ts";
import { findPayPalDispute } from "./paypal-disputes.server.ts";
import type { PayPalOrder } from "./paypal-order.ts";
import { lookAtPayPal, retrieveCapture } from "./paypal-payments.server.ts";
import { listPayPalRefunds, makePayPalRefund, payPalRefusalOf } from "./paypal-refunds.server.ts";
import { payPalSessions } from "./paypal-sessions.server.ts";
import { askPayPalOfSetup } from "./paypal-setup.server.ts";
import { readPayPalEvent, verifyPayPalEvent } from "./paypal-webhook.server.ts";
import { payPalDisputeReasons, payPalFailureReasons } from "./paypal-words.ts";

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
  openAmount: createOrder,

  isPaymentId: isPayPalId,
  retrieve: retrieveCapture,
  look: lookAtPayPal,
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

  setupQuestions: askPayPalOfSetup,
  trial: async () => (await import("./paypal-trial.server.ts")).payPalTrial,

  failureReasons: payPalFailureReasons,
  disputeReasons: payPalDisputeReasons,
};
