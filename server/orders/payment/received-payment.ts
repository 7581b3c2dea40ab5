import type Stripe from "stripe";
import { z } from "zod";
import type { PaymentMethod } from "#server/payments/payment-status.ts";
import { type PayPalCapture, unitsOfPayPal } from "#server/payments/paypal/paypal-order.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A payment as its provider has it now, in the same words for all providers. */
export interface ReceivedPayment {
  provider: PaymentMethod;
  /** The intent's or the capture's. */
  id: string;
  /** PayPal's order, under which the payment is filed until it is captured. */
  sessionId: string | null;
  /** The checkout that it names as what it pays. */
  checkoutId: string | undefined;
  state: "processing" | "succeeded" | "unpaid";
  /** Why it is unpaid, for the shopper. */
  message: string | undefined;
  amount: Pence;
  amountReceived: Pence;
  /** ISO 4217, small letters. */
  currency: string;
  /** When the provider took it; undefined when it did not say. */
  paidAt: Date | undefined;
  /** How much of it has gone back already; "some" also where the provider did not say. */
  givenBack: "none" | "some" | "all";
  hasDispute: boolean;
  /** The review that Stripe has opened of it, over or not. */
  reviewId: string | null;
}

const checkoutReference = z.uuid();

/** The checkout that an intent of ours names. */
export function checkoutIdOf(intent: Pick<Stripe.PaymentIntent, "metadata">): string | undefined {
  return checkoutReference.safeParse(intent.metadata.checkout_id).data;
}

type ReadCharge = Pick<Stripe.Charge, "created" | "amount_refunded" | "disputed" | "review">;
type ReadIntent = Pick<
  Stripe.PaymentIntent,
  "id" | "status" | "amount" | "amount_received" | "currency" | "metadata" | "last_payment_error"
> & { latest_charge: string | ReadCharge | null };

/**
 * An intent as it is at Stripe, read with its `latest_charge`: the charge alone says when the money came and what has
 * gone back since. Money that Stripe only holds has not come yet.
 */
export function receivedThroughStripe(intent: ReadIntent): ReceivedPayment {
  const waiting = intent.status === "processing" || intent.status === "requires_capture";
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  const refunded = charge?.amount_refunded;
  return {
    provider: "stripe",
    id: intent.id,
    sessionId: null,
    checkoutId: checkoutIdOf(intent),
    state: waiting ? "processing" : intent.status === "succeeded" ? "succeeded" : "unpaid",
    message: intent.last_payment_error?.message,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    paidAt: charge ? new Date(charge.created * 1000) : undefined,
    givenBack: refunded === 0 ? "none" : refunded === intent.amount_received ? "all" : "some",
    hasDispute: charge?.disputed ?? false,
    reviewId: typeof charge?.review === "string" ? charge.review : (charge?.review?.id ?? null),
  };
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
    message: PAYPAL_REFUSED,
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
