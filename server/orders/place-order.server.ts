import type Stripe from "stripe";
import { Checkout } from "#db/entities/index.ts";
import type { PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { refundPayment } from "#server/payments/refund-payment.server.ts";
import { askStripe } from "#server/payments/stripe-refusal.server.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import {
  checkoutIdOf,
  type FinaliseOutcome,
  finaliseIntent,
  findOrderOfPayment,
  retrieveIntent,
} from "./finalise-payment.server.ts";
import { findOrder } from "./find-orders.server.ts";
import type { OrderView } from "./order-view.ts";
import { claimedBy, type OrderPayload } from "./orders.schema.ts";
import { priceScriptOrder } from "./price-script-order.server.ts";
import { recordLostPayment } from "./record-lost-payment.server.ts";

const CANNOT_ASK =
  "The payment cannot be looked up right now. Nothing is lost: please try again in a moment.";
const STILL_CONFIRMING = "The payment is still being confirmed. Please try again in a moment.";

/**
 * `POST /api/orders`: the order that a payment bought. It is made from what the server priced, never from the
 * payload's prices or totals; the same transaction id gives the same order however often it is sent.
 * @throws ShopError `payment_failed` (not paid), `conflict` (still confirming, or paid for something else, with
 * `extra.expected` in pounds), `out_of_stock` (refunded), `not_found` (no such payment), `validation_failed`,
 * `unavailable` (the provider does not answer)
 */
export async function placeOrder(context: Context, payload: OrderPayload): Promise<OrderView> {
  if (payload.paymentMethod !== "stripe") {
    throw new ShopError("validation_failed", "Payment by PayPal is not available.", {
      fields: { paymentMethod: ["Payment by PayPal is not available."] },
    });
  }
  const known = await findOrderOfPayment(context, payload.transactionId);
  if (known) return viewOf(context, known.orderId);

  const intent = await askStripe(() => retrieveIntent(context, payload.transactionId), CANNOT_ASK);
  const checkout = intent ? await findCheckout(context, intent) : null;
  if (!intent || !checkout) throw new ShopError("not_found", "This payment is not known here.");
  refuseUnpaid(intent);
  if (checkout.snapshot) refuseOtherItems(checkout.snapshot, payload);
  else await priceOrRefund(context, checkout.id, intent, payload);
  return viewOf(context, orderIdOf(await finaliseOrReport(context, checkout.id, intent, payload)));
}

function findCheckout(context: Context, intent: Stripe.PaymentIntent): Promise<Checkout | null> {
  const checkoutId = checkoutIdOf(intent);
  return checkoutId ? context.em.fork().findOne(Checkout, checkoutId) : Promise.resolve(null);
}

function refuseUnpaid(intent: Stripe.PaymentIntent): void {
  if (intent.status === "succeeded") return;
  if (intent.status === "processing" || intent.status === "requires_capture") {
    throw new ShopError("conflict", STILL_CONFIRMING, { retryAfterSeconds: 5 });
  }
  throw new ShopError("payment_failed", "Payment was not completed successfully");
}

/** An intent that was priced for one cart never buys another, not even at the same price. */
function refuseOtherItems(snapshot: PricedSnapshot, payload: OrderPayload): void {
  if (quantitiesOf(snapshot.lines) === quantitiesOf(payload.items)) return;
  throw new ShopError("conflict", "This payment was made for other items.", {
    extra: { expected: penceToPounds(snapshot.total) },
  });
}

function quantitiesOf(lines: readonly { productId: number; quantity: number }[]): string {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return JSON.stringify([...sums].sort(([a], [b]) => a - b));
}

/** Goods that are gone cannot be bought: the script's money goes back at once. */
async function priceOrRefund(
  context: Context,
  checkoutId: string,
  intent: Stripe.PaymentIntent,
  payload: OrderPayload,
): Promise<void> {
  try {
    await priceScriptOrder(context, checkoutId, payload, intent.amount_received);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "out_of_stock") throw error;
    await refundPayment(context, { checkoutId, paymentId: intent.id, reason: "unavailable" });
    throw new ShopError("out_of_stock", `${error.message} Your payment has been refunded.`, {
      fields: error.fields,
    });
  }
}

/** Resolution B12: before a shopper is told that the order failed, the owner knows, and the sweeper keeps trying. */
async function finaliseOrReport(
  context: Context,
  checkoutId: string,
  intent: Stripe.PaymentIntent,
  payload: OrderPayload,
): Promise<FinaliseOutcome> {
  try {
    return await finaliseIntent(context, intent, {
      invoiceNumber: payload.invoiceNumber,
      claimed: claimedBy(payload),
    });
  } catch (error) {
    const reason = `The order could not be made: ${error instanceof Error ? error.message : String(error)}`;
    await recordLostPayment(context, {
      checkoutId,
      paymentId: intent.id,
      amount: intent.amount_received,
      reason,
    });
    throw error;
  }
}

function orderIdOf(outcome: FinaliseOutcome): number {
  if (outcome.kind === "paid") return outcome.orderId;
  if (outcome.kind === "processing")
    throw new ShopError("conflict", STILL_CONFIRMING, { retryAfterSeconds: 5 });
  if (outcome.kind === "unpaid") throw new ShopError("payment_failed", outcome.message);
  throw new ShopError(
    "conflict",
    "The amount paid is not the price of this order. We have been told and will help.",
  );
}

/** Whoever knows the payment's id (random, and only its buyer's) may read the order it bought. */
function viewOf(context: Context, orderId: number): Promise<OrderView> {
  return findOrder({ ...context, em: context.em.fork(), actor: { kind: "system" } }, orderId);
}
