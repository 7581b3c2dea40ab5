import { Checkout, Order, OrderLine, Payment } from "#db/entities/index.ts";
import type { RequestedLine } from "#server/catalogue/sellable.server.ts";
import type { PricedSnapshot } from "#server/checkout/checkout.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { actorMay } from "#server/core/roles.ts";
import { callProvider, countKnownLookup, countLookup } from "#server/payments/call-provider.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { bookReceived } from "./book-payment.server.ts";
import { type FinaliseOutcome, finaliseReceived } from "./finalise-payment.server.ts";
import { claimedBy, type OrderPayload } from "./order.schema.ts";
import { findAsBuyer, type OwnOrder } from "./order-views.server.ts";
import { lookBeforeOrder, placeAtOnce } from "./place-at-once.server.ts";
import { BuysNothing, priceScriptOrder, quantitiesOf } from "./price-script-order.server.ts";
import { refundPayment } from "./send-refund.server.ts";

const CANNOT_ASK =
  "The payment cannot be looked up right now. Nothing is lost: please try again in a moment.";
const STILL_CONFIRMING = "The payment is still being confirmed. Please try again in a moment.";

/** An order, and whether the sender of its payment may read all of it. */
export interface PlacedOrder {
  order: OwnOrder;
  isTheirs: boolean;
  /** Whether this request made it. */
  created: boolean;
}

/**
 * `POST /api/orders`: the order that a payment bought. It uses what the server priced, never the payload's prices or
 * totals. The same transaction id returns the same order, however often it is sent. `cartId` is the sender's cart. A
 * payment's id is no secret: receipts and addresses contain it. So the sender may read the order only if it belongs to
 * their account or cart, or was made just now from their own input. @throws ShopError `payment_failed` (not paid),
 * `conflict` (still confirming, or paid for something else, with `extra.expected` in pounds), `out_of_stock`
 * (refunded), `not_found` (no such payment), `validation_failed`, `unavailable` (the provider does not respond),
 * `rate_limited`. Money that can buy no such order is refunded, and the message says so
 */
export async function placeOrder(
  begun: Context,
  payload: OrderPayload,
  cartId: string | null,
): Promise<PlacedOrder> {
  const { paymentMethod: provider, transactionId } = payload;
  const { retrieve, failureOf, isPaymentId } = providerOf(provider);
  const lookup = isPaymentId(transactionId) ? await lookBeforeOrder(begun.em, payload) : undefined;
  if (lookup?.placedId) return placedBefore(begun, lookup.placedId, payload, cartId);

  await (lookup ? countKnownLookup(begun) : countLookup(begun, transactionId));
  const payment = await callProvider(failureOf, () => retrieve(begun, transactionId), CANNOT_ASK);
  const placed = lookup && payment && (await placeAtOnce(begun, lookup, payload, payment));
  if (placed) return { order: await findAsBuyer(begun, placed), isTheirs: true, created: true };

  const context = await withCurrentSettings(begun);
  const em = context.em.fork();
  const checkout = payment?.checkoutId ? await em.findOne(Checkout, payment.checkoutId) : null;
  if (!payment || !checkout) throw new ShopError("not_found", "This payment is not known here.");
  assertPaid(payment);
  const hadNoSnapshot = !checkout.snapshot;
  if (checkout.snapshot) {
    const row = await em.findOne(Payment, { provider, providerPaymentId: transactionId });
    assertSameItems(row?.snapshot ?? checkout.snapshot, checkout.snapshot, payload);
  } else await priceOrRefund(context, checkout.id, payment, payload);
  const said = { invoiceNumber: payload.invoiceNumber, claimed: claimedBy(payload) };
  const { orderId, created } = paidOutcome(await finaliseReceived(context, payment, said));
  const isTheirs = (created && hadNoSnapshot) || (await isOrderOf(context, orderId, cartId));
  return { order: await findAsBuyer(context, orderId), isTheirs, created };
}

/** The order that this payment bought earlier. Other items are refused, as for a new order. */
async function placedBefore(
  context: Context,
  orderId: number,
  payload: OrderPayload,
  cartId: string | null,
): Promise<PlacedOrder> {
  const em = context.em.fork();
  const isTheirs = await isOrderOf(context, orderId, cartId);
  const { checkout } = await em.findOneOrFail(Order, orderId, { populate: ["checkout"] });
  const row = await em.findOne(Payment, {
    provider: payload.paymentMethod,
    providerPaymentId: payload.transactionId,
  });
  const bought = await em.find(OrderLine, { order: orderId });
  const lines = bought.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const priced = [lines, checkout?.snapshot?.lines, row?.snapshot?.lines].filter(
    (each) => each !== undefined,
  );
  if (!isSaid(payload, priced)) throw otherItems();
  return { order: await findAsBuyer(context, orderId), isTheirs, created: false };
}

/** Whether an order belongs to the sender's account or cart, or the sender may read everybody's. */
async function isOrderOf(context: Context, orderId: number, cartId: string | null): Promise<boolean> {
  if (actorMay(context.actor, "orders.viewMoney")) return true;
  const em = context.em.fork();
  if (context.actor.kind === "user" && (await em.count(Order, { id: orderId, customer: context.actor.id }))) {
    return true;
  }
  return cartId !== null && (await em.count(Order, { id: orderId, checkout: { cart: cartId } })) > 0;
}

function assertPaid({ state }: ReceivedPayment): void {
  if (state === "succeeded") return;
  if (state === "processing") throw new ShopError("conflict", STILL_CONFIRMING, { retryAfterSeconds: 5 });
  throw new ShopError("payment_failed", "Payment was not completed successfully");
}

/**
 * A payment priced for one cart never buys another, not even at the same price. The cart may have changed in another
 * tab since the payment: what the payment was made for counts first, then what the checkout holds now.
 */
function assertSameItems(paidFor: PricedSnapshot, current: PricedSnapshot, payload: OrderPayload): void {
  if (!isSaid(payload, [paidFor.lines, current.lines])) {
    throw otherItems({ expected: penceToPounds(paidFor.total) });
  }
}

function otherItems(extra?: { expected: number }): ShopError {
  return new ShopError("conflict", "This payment was made for other items.", extra ? { extra } : {});
}

/** Whether the payload names the items of one of these. */
function isSaid({ items }: OrderPayload, bought: readonly (readonly RequestedLine[])[]): boolean {
  const claimedQuantities = quantitiesOf(items);
  return bought.some((lines) => quantitiesOf(lines) === claimedQuantities);
}

/** Goods that are gone, or that nobody brings to that place, cannot be bought: refunds the script's money at once. */
async function priceOrRefund(
  context: Context,
  checkoutId: string,
  payment: ReceivedPayment,
  payload: OrderPayload,
): Promise<void> {
  try {
    await priceScriptOrder(context, checkoutId, payload, payment);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    if (error.code !== "out_of_stock" && !(error instanceof BuysNothing)) throw error;
    await bookReceived(context, payment, checkoutId);
    const reason = error.code === "out_of_stock" ? "unavailable" : "undeliverable";
    const failure = { checkoutId, paymentId: payment.id, reason } as const;
    const isDone = await refundPayment(context, failure);
    const what = isDone ? "has been refunded" : "will be refunded";
    throw new ShopError(error.code, `${error.message} Your payment ${what}.`, {
      fields: error.fields,
      extra: error.extra,
    });
  }
}

function paidOutcome(outcome: FinaliseOutcome): Extract<FinaliseOutcome, { kind: "paid" }> {
  if (outcome.kind === "paid") return outcome;
  if (outcome.kind === "processing")
    throw new ShopError("conflict", STILL_CONFIRMING, { retryAfterSeconds: 5 });
  if (outcome.kind === "unpaid") throw new ShopError("payment_failed", outcome.message);
  throw new ShopError(
    "conflict",
    "The amount paid is not the price of this order. We have been told and will help.",
  );
}
