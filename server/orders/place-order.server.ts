import { Checkout, Payment } from "#db/entities/index.ts";
import type { PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { askPayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { askStripe } from "#server/payments/stripe-refusal.server.ts";
import { formatMoney } from "#server/pricing/currency.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import { bookReceived } from "./book-payment.server.ts";
import {
  type FinaliseOutcome,
  finaliseReceived,
  findOrderOfPayment,
  retrievePayment,
} from "./finalise-payment.server.ts";
import { findOrder } from "./find-orders.server.ts";
import type { OrderView } from "./order-view.ts";
import { claimedBy, type OrderPayload } from "./orders.schema.ts";
import { priceScriptOrder } from "./price-script-order.server.ts";
import type { ReceivedPayment } from "./received-payment.ts";
import { recordLostPayment } from "./record-lost-payment.server.ts";
import { refundPayment } from "./refund-payment.server.ts";

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
  const { paymentMethod: provider, transactionId } = payload;
  const known = await findOrderOfPayment(context, transactionId, provider);
  if (known) return viewOf(context, known.orderId);

  const payment = await askProvider(() => retrievePayment(context, provider, transactionId));
  const em = context.em.fork();
  const checkout = payment?.checkoutId ? await em.findOne(Checkout, payment.checkoutId) : null;
  if (!payment || !checkout) throw new ShopError("not_found", "This payment is not known here.");
  refuseUnpaid(payment);
  if (checkout.snapshot) {
    const row = await em.findOne(Payment, { provider, providerPaymentId: transactionId });
    refuseOtherItems(row?.snapshot ?? checkout.snapshot, checkout.snapshot, payload);
  } else await priceOrRefund(context, checkout.id, payment, payload);
  return viewOf(context, orderIdOf(await finaliseOrReport(context, checkout.id, payment, payload)));
}

function askProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  return askStripe(() => askPayPal(call, CANNOT_ASK), CANNOT_ASK);
}

function refuseUnpaid({ state }: ReceivedPayment): void {
  if (state === "succeeded") return;
  if (state === "processing") throw new ShopError("conflict", STILL_CONFIRMING, { retryAfterSeconds: 5 });
  throw new ShopError("payment_failed", "Payment was not completed successfully");
}

/**
 * A payment that was priced for one cart never buys another, not even at the same price. The cart may have changed in
 * another tab since it was paid: what this payment was made for counts, then what the checkout holds now.
 */
function refuseOtherItems(paidFor: PricedSnapshot, current: PricedSnapshot, payload: OrderPayload): void {
  const said = quantitiesOf(payload.items);
  if ([paidFor, current].some(({ lines }) => quantitiesOf(lines) === said)) return;
  throw new ShopError("conflict", "This payment was made for other items.", {
    extra: { expected: penceToPounds(paidFor.total) },
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
  payment: ReceivedPayment,
  payload: OrderPayload,
): Promise<void> {
  try {
    await priceScriptOrder(context, checkoutId, payload, payment.amountReceived);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "out_of_stock") throw error;
    await bookReceived(context, payment, checkoutId);
    const wanted = { checkoutId, paymentId: payment.id, reason: "unavailable" } as const;
    const isDone = await refundPayment(context, wanted);
    const what = isDone ? "has been refunded" : "will be refunded";
    throw new ShopError("out_of_stock", `${error.message} Your payment ${what}.`, {
      fields: error.fields,
    });
  }
}

/** Resolution B12: before a shopper is told that the order failed, the owner knows, and the sweeper keeps trying. */
async function finaliseOrReport(
  context: Context,
  checkoutId: string,
  payment: ReceivedPayment,
  payload: OrderPayload,
): Promise<FinaliseOutcome> {
  try {
    return await finaliseReceived(context, payment, {
      invoiceNumber: payload.invoiceNumber,
      claimed: claimedBy(payload),
    });
  } catch (error) {
    const reason = `The order could not be made: ${error instanceof Error ? error.message : String(error)}`;
    await recordLostPayment(context, {
      checkoutId,
      paymentId: payment.id,
      amount: formatMoney(payment.amountReceived, payment),
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
