import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { ApprovedSession, ApprovedSessions, CaptureRefusal } from "../provider-events.ts";
import { captureAtPayPal, findPayPalOrder, requirePayPal } from "./paypal-calls.server.ts";
import { PayPalError } from "./paypal-error.ts";
import { amountOf, approvalLinkOf, captureOf, declinedCaptureOf, type PayPalOrder } from "./paypal-order.ts";
import { PAYPAL_REFUSED, receivedThroughPayPal } from "./paypal-payments.server.ts";

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

const checkoutReference = z.uuid();
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
