import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Checkout, Order, Payment } from "#db/entities/index.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { PayPalGateway } from "#server/payments/gateways.ts";
import {
  captureAtPayPal,
  findPayPalOrder,
  requirePayPal,
} from "#server/payments/paypal/paypal-calls.server.ts";
import { PayPalError } from "#server/payments/paypal/paypal-error.ts";
import {
  amountOf,
  approvalLinkOf,
  captureOf,
  type PayPalOrder,
} from "#server/payments/paypal/paypal-order.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { type FinaliseOutcome, finaliseReceived } from "./finalise-payment.server.ts";
import { PAYPAL_REFUSED, receivedThroughPayPal } from "./received-payment.ts";
import { recordFailedPayPalPayment } from "./record-failed-paypal-payment.server.ts";

export type PayPalOutcome = (
  | FinaliseOutcome
  /** The payer has to go (back) to PayPal: to say yes, or to choose another card. */
  | { kind: "approve"; url: string; message: string }
) & {
  /** The order as PayPal has it now, as far as it was seen. */
  order?: PayPalOrder | undefined;
};

const CARD_DECLINED =
  "PayPal could not charge the card or account you chose. Please choose another one there.";
const NOT_APPROVED = "The payment has not been approved at PayPal yet.";
const IN_PROGRESS_PAUSE_MILLISECONDS = 1500;

/**
 * Takes the money of an approved PayPal order and makes the shop's order of it (resolution B11). The browser, the
 * return page, the webhook and the sweeper may all come here at once and as often as they like. Before money is
 * taken the cart is priced and its stock held anew; what can no longer be bought so is not paid.
 * @throws ShopError `conflict`, `out_of_stock` (nothing was taken); PayPalError when PayPal cannot be asked
 */
export async function capturePayPalOrder(context: Context, orderId: string): Promise<PayPalOutcome> {
  const paypal = requirePayPal(context);
  const order = await findPayPalOrder(paypal, orderId);
  const checkoutId = order && checkoutOf(order);
  const checkout = checkoutId ? await context.em.fork().findOne(Checkout, checkoutId) : null;
  if (!order || !checkout) return { kind: "unmatched" };
  if (captureOf(order)) return settleOrder(context, order);
  if (order.status === "VOIDED") return { kind: "unpaid", message: PAYPAL_REFUSED, order };
  if (order.status !== "APPROVED") return backToPayPal(order, NOT_APPROVED);
  const before = await findOrderOfCheckout(context, checkout.id);
  if (before) return { ...before, order };
  try {
    await refuseChanged(context, checkout, order);
  } catch (error) {
    // The cart is empty, too, when another request has just made the order.
    const meanwhile = await findOrderOfCheckout(context, checkout.id);
    if (meanwhile) return { ...meanwhile, order };
    throw error;
  }
  return capture(context, paypal, order);
}

const checkoutReference = z.uuid();

function checkoutOf(order: PayPalOrder): string | undefined {
  return checkoutReference.safeParse(order.purchase_units?.[0]?.custom_id).data;
}

/** When another payment was faster, this one is never taken. */
async function findOrderOfCheckout(
  context: Context,
  checkoutId: string,
): Promise<Extract<FinaliseOutcome, { kind: "paid" }> | undefined> {
  const order = await context.em
    .fork()
    .findOne(Order, { checkout: checkoutId }, { fields: ["id", "invoiceNumber"] });
  return order
    ? { kind: "paid", orderId: order.id, invoiceNumber: order.invoiceNumber, created: false }
    : undefined;
}

/** @throws ShopError when the cart, its prices or its stock are no longer those that the payer has approved */
async function refuseChanged(context: Context, checkout: Checkout, order: PayPalOrder): Promise<void> {
  const { pence, currency } = amountOf(order);
  const payment = await context.em
    .fork()
    .findOne(Payment, { provider: "paypal", providerSessionId: order.id, checkout: checkout.id });
  if (currency !== "gbp" || (payment && payment.amount !== pence)) throw changed();
  // A script names what it buys only afterwards.
  if (!checkout.snapshot || !checkout.details || !checkout.cart) {
    if (pence !== checkout.totalAmount) throw changed();
    return;
  }
  const now = await startCheckout(context, {
    cartId: checkout.cart.id,
    details: checkout.details,
    paymentMethod: "paypal",
  });
  const goods = payment?.snapshot ?? checkout.snapshot;
  if (now.checkoutId === checkout.id && now.total === pence && isDeepStrictEqual(now.snapshot, goods)) return;
  throw changed(`The total is now ${formatPounds(now.total)}.`);
}

function changed(detail = ""): ShopError {
  const message = ["Your cart has changed since you approved the payment.", detail, "Nothing was charged."];
  return new ShopError("conflict", message.filter(Boolean).join(" "));
}

async function capture(
  context: Context,
  paypal: PayPalGateway,
  order: PayPalOrder,
  isSecondTry = false,
): Promise<PayPalOutcome> {
  try {
    const answered = await captureAtPayPal(paypal, order.id, await captureKey(context, order));
    if (captureOf(answered) || answered.status === "COMPLETED") return await settleOrder(context, answered);
    // The key was used by a try that was refused while the shop died, so that nobody here counted it.
    await countRefusal(context, order.id);
    return await payerActs(context, paypal, answered, { message: CARD_DECLINED, isSecondTry });
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const { issue, debugId, status } = error;
    log("warn", "PayPal did not capture", { orderId: order.id, issue, debugId, status });
    return afterRefusal(context, paypal, order, error, isSecondTry);
  }
}

/** A refused try has its own key: PayPal would answer the old one with the old refusal. */
async function captureKey(context: Context, order: PayPalOrder): Promise<string> {
  const payment = await context.em
    .fork()
    .findOne(Payment, { provider: "paypal", providerSessionId: order.id }, { fields: ["failedAttempts"] });
  return `${order.id}:capture:${payment?.failedAttempts ?? 0}`;
}

async function countRefusal(context: Context, orderId: string): Promise<void> {
  await context.em.execute(
    "update payment set failed_attempts = failed_attempts + 1 where provider = 'paypal' and provider_session_id = ?",
    [orderId],
  );
}

/** What each of PayPal's refusals means is looked up there, since another request may have been faster. */
async function afterRefusal(
  context: Context,
  paypal: PayPalGateway,
  order: PayPalOrder,
  error: PayPalError,
  isSecondTry: boolean,
): Promise<PayPalOutcome> {
  if (error.issue === "ORDER_COMPLETION_IN_PROGRESS") {
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_PAUSE_MILLISECONDS));
  }
  const now = await findPayPalOrder(paypal, order.id).catch(() => undefined);
  if (now && captureOf(now)) return settleOrder(context, now);
  const seen = now ?? order;
  switch (error.issue) {
    case "INSTRUMENT_DECLINED":
      await recordFailedPayPalPayment(context, seen, error.issue);
      return payerActs(context, paypal, now, { message: CARD_DECLINED, isSecondTry });
    case "ORDER_NOT_APPROVED":
    case "PAYER_ACTION_REQUIRED":
      await countRefusal(context, order.id);
      return payerActs(context, paypal, now, { message: NOT_APPROVED, isSecondTry });
    case "ORDER_ALREADY_CAPTURED":
    case "ORDER_COMPLETION_IN_PROGRESS":
      return { kind: "processing", order: seen };
  }
  // Nobody knows whether it went through: the webhook or the sweeper will, and nobody is told to pay again.
  if (error.isUncertain || error.status === 409 || error.status === 429)
    return { kind: "processing", order: seen };
  await recordFailedPayPalPayment(context, seen, error.issue);
  return { kind: "unpaid", message: PAYPAL_REFUSED, order: seen };
}

/**
 * What follows a refusal that the payer can do something about. Where they have done it already, by saying yes again,
 * the refusal was an old one and the next key takes the money. An order that could not be looked up has no address to
 * send the payer to: they look again.
 */
async function payerActs(
  context: Context,
  paypal: PayPalGateway,
  now: PayPalOrder | undefined,
  { message, isSecondTry }: { message: string; isSecondTry: boolean },
): Promise<PayPalOutcome> {
  if (!now) return { kind: "processing" };
  if (now.status === "APPROVED" && !isSecondTry) return capture(context, paypal, now, true);
  return backToPayPal(now, message);
}

/** Makes the order of what was captured. */
async function settleOrder(context: Context, order: PayPalOrder): Promise<PayPalOutcome> {
  const captured = captureOf(order);
  if (!captured) return { kind: "processing", order };
  const payment = receivedThroughPayPal({ custom_id: checkoutOf(order), ...captured }, order.id);
  if (payment.state === "unpaid") await recordFailedPayPalPayment(context, order, captured.status);
  return { ...(await finaliseReceived(context, payment)), order };
}

function backToPayPal(order: PayPalOrder, message: string): PayPalOutcome {
  const url = approvalLinkOf(order);
  return url ? { kind: "approve", url, message, order } : { kind: "unpaid", message: PAYPAL_REFUSED, order };
}
