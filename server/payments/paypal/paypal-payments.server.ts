import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { FiledPayment } from "../provider.ts";
import type { OpenPaymentState, ReceivedPayment } from "../provider-facts.ts";
import { findPayPalCapture, findPayPalOrder, requirePayPal } from "./paypal-calls.server.ts";
import {
  cameToNothing,
  captureOf,
  declinedCaptureOf,
  type PayPalCapture,
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
