import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { ApprovedSession, ApprovedSessions, CaptureRefusal, FiledPayment } from "../provider.ts";
import type { OpenPaymentState, ReceivedPayment } from "../provider-facts.ts";
import { captureAtPayPal, findPayPalCapture, findPayPalOrder, requirePayPal } from "./paypal-calls.server.ts";
import { PayPalError } from "./paypal-client.server.ts";
import {
  amountOf,
  approvalLinkOf,
  cameToNothing,
  captureOf,
  declinedCaptureOf,
  type PayPalCapture,
  type PayPalOrder,
  unitsOfPayPal,
} from "./paypal-order.ts";

const checkoutReference = z.uuid();

/** The capture as PayPal has it now; undefined when it knows none of this id, and where this shop has no PayPal. */
export async function retrieveCapture(
  context: Context,
  captureId: string,
): Promise<ReceivedPayment | undefined> {
  const { paypal } = context.gateways;
  const capture = paypal && (await findPayPalCapture(paypal, captureId));
  return capture && receivedThroughPayPal(capture);
}

/**
 * How far an order of this shop has come. PayPal takes money for it only when this shop captures it; one whose capture
 * came to nothing is settled as well.
 */
export async function lookAtPayPal(context: Context, payment: FiledPayment): Promise<OpenPaymentState> {
  const sessionId = payment.providerSessionId ?? payment.providerPaymentId;
  const order = await findPayPalOrder(requirePayPal(context), sessionId);
  if (order && (captureOf(order) || declinedCaptureOf(order))) {
    return { kind: "session", sessionId, state: "ended" };
  }
  return order?.status === "APPROVED" ? { kind: "session", sessionId, state: "approved" } : { kind: "open" };
}

/** A capture that was completed is money that came, also when it has gone back since: the books show both. */
const moneyReceived = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);
const givenBack: Record<string, ReceivedPayment["givenBack"]> = {
  PARTIALLY_REFUNDED: "some",
  REFUNDED: "all",
};

/** A capture as it is at PayPal; `orderId` where the capture itself does not name its order. */
export function receivedThroughPayPal(
  capture: PayPalCapture,
  orderId: string | undefined = capture.supplementary_data?.related_ids?.order_id,
): ReceivedPayment {
  // An amount that is none never equals a checkout's.
  const amount = unitsOfPayPal(capture.amount) ?? 0;
  const received = moneyReceived.has(capture.status);
  return {
    provider: "paypal",
    id: capture.id,
    sessionId: orderId ?? null,
    checkoutId: checkoutReference.safeParse(capture.custom_id).data,
    state: received ? "succeeded" : capture.status === "PENDING" ? "processing" : "unpaid",
    // Its order may be paid by another capture.
    isCancelled: false,
    message: PAYPAL_REFUSED,
    failure: cameToNothing(capture) ? capture.status : null,
    amount,
    amountReceived: received ? amount : 0,
    currency: capture.amount.currency_code.toLowerCase(),
    paidAt: capture.create_time,
    givenBack: givenBack[capture.status] ?? "none",
    // A capture does not say so: PayPal tells of disputes by events alone.
    hasDispute: false,
    reviewId: null,
  };
}

/** To a shopper whose account or card PayPal does not take. */
export const PAYPAL_REFUSED = "PayPal did not accept this payment. Please choose another way to pay.";

/** PayPal's words for a card or account that another one may stand in for: the payer chooses it at PayPal. */
const otherFundingMayPay = new Set(["INSTRUMENT_DECLINED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"]);
const approvalIsMissing = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
/** The order itself is used up: the next press on PayPal makes another. */
const orderIsUsedUp = new Set([
  "ORDER_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "DUPLICATE_INVOICE_ID",
  "INVALID_RESOURCE_ID",
]);
/** Another request is at it. */
const isUnderWay = new Set(["ORDER_COMPLETION_IN_PROGRESS", "PREVIOUS_REQUEST_IN_PROGRESS"]);

/** PayPal's orders: the payer approves one at PayPal, the shop captures it. */
export const payPalSessions: ApprovedSessions = {
  kind: "approved",
  find: async (context, orderId) => {
    const order = await findPayPalOrder(requirePayPal(context), orderId);
    return order && sessionOf(context, order);
  },
  capture: async (context, orderId, attempt) => {
    // A refused try has its own key: PayPal would answer the old one with the old refusal.
    const requestId = `${orderId}-capture-${attempt}`;
    return sessionOf(context, await captureAtPayPal(requirePayPal(context), orderId, requestId));
  },
  refusalOf: (error) => (error instanceof PayPalError ? refusalOf(error) : undefined),
  texts: {
    notApproved: "The payment has not been approved at PayPal yet.",
    otherFunding: "PayPal could not charge the card or account you chose. Please choose another one there.",
    notTaken:
      "This PayPal payment was not taken, and nothing was charged. Please press PayPal again, or pay by card.",
    refused: PAYPAL_REFUSED,
  },
};

const states: Record<string, ApprovedSession["state"]> = {
  APPROVED: "approved",
  COMPLETED: "paid",
  VOIDED: "ended",
};

function sessionOf(context: Context, order: PayPalOrder): ApprovedSession {
  const checkoutId = checkoutReference.safeParse(order.purchase_units?.[0]?.custom_id).data;
  const captured = captureOf(order);
  const { pence, currency } = amountOf(order);
  return {
    id: order.id,
    checkoutId,
    state: states[order.status] ?? "open",
    amount: pence,
    currency,
    taken: captured && receivedThroughPayPal({ custom_id: checkoutId, ...captured }, order.id),
    declined: declinedCaptureOf(order)?.status,
    // An order that stays approved after a refusal has no link for its payer.
    approvalLink: approvalLinkOf(order),
    approvalPage: `${requirePayPal(context).approvalPage}${order.id}`,
    answer: order,
  };
}

function refusalOf(error: PayPalError): CaptureRefusal {
  const { issue, debugId, status, redirect } = error;
  return {
    kind: kindOf(error),
    reason: issue,
    isUsedUp: orderIsUsedUp.has(issue),
    approvalLink: redirect,
    detail: { issue, debugId, status },
  };
}

function kindOf({ issue, isUncertain, status }: PayPalError): CaptureRefusal["kind"] {
  if (otherFundingMayPay.has(issue)) return "other funding";
  if (approvalIsMissing.has(issue)) return "not approved";
  if (isUnderWay.has(issue)) return "under way";
  const unsure = isUncertain || status === 409 || status === 429 || issue === "ORDER_ALREADY_CAPTURED";
  return unsure ? "unknown" : "final";
}
