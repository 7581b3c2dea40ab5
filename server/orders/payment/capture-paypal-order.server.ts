import { z } from "zod";
import { Checkout, Order, Payment } from "#db/entities/index.ts";
import { changed, hasLapsed, holdApproved } from "#server/checkout/hold-approved.server.ts";
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
  declinedCaptureOf,
  type PayPalOrder,
} from "#server/payments/paypal/paypal-order.ts";
import {
  beginCapture,
  leavePayPalPayment,
  recordFailedPayPalPayment,
  refusePayPalPayment,
  refuseUnlessUnderWay,
  takeUpPayPalPayment,
} from "../failed/record-failed-paypal-payment.server.ts";
import { type FinaliseOutcome, finaliseReceived } from "./finalise-payment.server.ts";
import { PAYPAL_REFUSED, receivedThroughPayPal } from "./received-payment.ts";

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
const NOT_TAKEN =
  "This PayPal payment was not taken, and nothing was charged. Please press PayPal again, or pay by card.";
const IN_PROGRESS_PAUSE_MILLISECONDS = 1500;

/** Who asks: the payer, who is there and hears what becomes of it, or the shop by itself (an event, the sweeper). */
type Asking = "payer" | "shop";

/** PayPal's words for a card or account that another one may stand in for: the payer chooses it at PayPal. */
const otherFundingMayPay = new Set(["INSTRUMENT_DECLINED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"]);
/** The order itself is used up: the next press on PayPal makes another. */
const orderIsUsedUp = new Set([
  "ORDER_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "DUPLICATE_INVOICE_ID",
  "INVALID_RESOURCE_ID",
]);
/** Another request is at it. */
const isUnderWay = new Set(["ORDER_COMPLETION_IN_PROGRESS", "PREVIOUS_REQUEST_IN_PROGRESS"]);

/**
 * Takes the money of a PayPal order that its payer, who is there, has approved, and makes the shop's order of it. The
 * browser and the return page may come here as often as they like. Before money is taken the cart is priced and its
 * stock held anew; what can no longer be bought so is not paid, and whoever was told so is never charged for it.
 * @throws ShopError `conflict`, `out_of_stock` (nothing was taken); PayPalError when PayPal cannot be asked
 */
export function capturePayPalOrder(context: Context, orderId: string): Promise<PayPalOutcome> {
  return settlePayPalOrder(context, orderId, "payer");
}

/**
 * The same without the payer, whose browser may have vanished after they approved: for the webhook and the sweeper.
 * It takes money once at most, only while the stock is held, and never after PayPal or the shop has refused.
 * @throws as `capturePayPalOrder`
 */
export function rescuePayPalOrder(context: Context, orderId: string): Promise<PayPalOutcome> {
  return settlePayPalOrder(context, orderId, "shop");
}

async function settlePayPalOrder(context: Context, orderId: string, asking: Asking): Promise<PayPalOutcome> {
  const paypal = requirePayPal(context);
  const order = await findPayPalOrder(paypal, orderId);
  if (!order && (await refusePayPalPayment(context, { id: orderId }))) {
    return { kind: "unpaid", message: NOT_TAKEN };
  }
  const checkoutId = order && checkoutOf(order);
  const checkout = checkoutId ? await context.em.fork().findOne(Checkout, checkoutId) : null;
  if (!order || !checkout) return { kind: "unmatched" };
  if (captureOf(order) || declinedCaptureOf(order)) return settleOrder(context, order);
  const before = await findOrderOfCheckout(context, checkout.id);
  if (before) return { ...before, order };
  if (order.status === "VOIDED") await refusePayPalPayment(context, order);
  if ((await findPayment(context, order))?.refusedAt) return { kind: "unpaid", message: NOT_TAKEN, order };
  if (order.status !== "APPROVED") return backToPayPal(paypal, order, { message: NOT_APPROVED });
  const mayTake =
    asking === "payer"
      ? await takeUpPayPalPayment(context, order)
      : await mayRescue(context, checkout, order);
  if (!mayTake) return { kind: "unpaid", message: NOT_TAKEN, order };
  try {
    await refuseChanged(context, checkout, order, asking);
  } catch (error) {
    // The cart is empty, too, when another request has just made the order.
    const meanwhile = await findOrderOfCheckout(context, checkout.id);
    if (meanwhile) return { ...meanwhile, order };
    if (!(error instanceof ShopError)) throw error;
    if (asking === "shop") await leavePayPalPayment(context, order);
    else if (!(await refuseUnlessUnderWay(context, order))) return { kind: "processing", order };
    throw nothingCharged(error);
  }
  if (!(await beginCapture(context, order))) return { kind: "unpaid", message: NOT_TAKEN, order };
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

function findPayment(context: Context, order: PayPalOrder) {
  return context.em.fork().findOne(Payment, { provider: "paypal", providerSessionId: order.id });
}

/** Without the payer money is taken only when nobody has refused it yet and the stock is still held for them. */
async function mayRescue(context: Context, checkout: Checkout, order: PayPalOrder): Promise<boolean> {
  const payment = await findPayment(context, order);
  return payment?.status === "created" && !payment.refusedAt && !hasLapsed(checkout, context.clock.now());
}

/** @throws ShopError when the cart, its prices or its stock are no longer those that the payer has approved */
async function refuseChanged(
  context: Context,
  checkout: Checkout,
  order: PayPalOrder,
  asking: Asking,
): Promise<void> {
  const { pence, currency } = amountOf(order);
  const payment = await findPayment(context, order);
  if (currency !== "gbp" || (payment && payment.amount !== pence)) throw changed();
  // A script names what it buys only afterwards.
  if (!checkout.snapshot || !checkout.details || !checkout.cart) {
    if (pence !== checkout.totalAmount) throw changed();
    return;
  }
  const snapshot = payment?.snapshot ?? checkout.snapshot;
  if (snapshot.total !== pence) throw changed(snapshot.total);
  const approved = { checkoutId: checkout.id, cartId: checkout.cart.id, snapshot };
  await holdApproved(context, approved, { renew: asking === "payer" });
}

function nothingCharged({ code, message, fields, extra }: ShopError): ShopError {
  return new ShopError(code, `${message} Nothing was charged.`, {
    ...(fields ? { fields } : {}),
    ...(extra ? { extra } : {}),
  });
}

async function capture(
  context: Context,
  paypal: PayPalGateway,
  order: PayPalOrder,
  isSecondTry = false,
): Promise<PayPalOutcome> {
  const attempt = (await findPayment(context, order))?.failedAttempts ?? 0;
  try {
    // A refused try has its own key: PayPal would answer the old one with the old refusal.
    const answered = await captureAtPayPal(paypal, order.id, `${order.id}-capture-${attempt}`);
    if (captureOf(answered) || declinedCaptureOf(answered) || answered.status === "COMPLETED") {
      return await settleOrder(context, answered);
    }
    // The key was used by a try that was refused while the shop died, so that nobody here counted it.
    await countRefusal(context, order.id, attempt);
    return await afterReplay(context, paypal, answered, isSecondTry);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const { issue, debugId, status } = error;
    log("warn", "PayPal did not capture", { orderId: order.id, issue, debugId, status });
    return afterRefusal(context, paypal, order, { error, attempt });
  }
}

/**
 * A payer who said yes again after that old refusal is charged with the next key, unless another request of theirs was
 * told meanwhile that nothing is charged; any other goes back to PayPal.
 */
async function afterReplay(
  context: Context,
  paypal: PayPalGateway,
  now: PayPalOrder,
  isSecondTry: boolean,
): Promise<PayPalOutcome> {
  if (now.status !== "APPROVED" || isSecondTry) return backToPayPal(paypal, now, { message: CARD_DECLINED });
  if (!(await beginCapture(context, now))) return { kind: "unpaid", message: NOT_TAKEN, order: now };
  return capture(context, paypal, now, true);
}

async function countRefusal(context: Context, orderId: string, attempt: number): Promise<void> {
  await context.em.execute(
    `update payment set failed_attempts = failed_attempts + 1, capture_begun_at = null
      where provider = 'paypal' and provider_session_id = ? and failed_attempts = ?`,
    [orderId, attempt],
  );
}

/** What each of PayPal's refusals means is looked up there, since another request may have been faster. */
async function afterRefusal(
  context: Context,
  paypal: PayPalGateway,
  order: PayPalOrder,
  { error, attempt }: { error: PayPalError; attempt: number },
): Promise<PayPalOutcome> {
  const { issue } = error;
  if (isUnderWay.has(issue)) {
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_PAUSE_MILLISECONDS));
  }
  const now = await findPayPalOrder(paypal, order.id).catch(() => undefined);
  if (now && (captureOf(now) || declinedCaptureOf(now))) return settleOrder(context, now);
  const seen = now ?? order;
  if (otherFundingMayPay.has(issue)) {
    const isOver = await recordFailedPayPalPayment(context, seen, { reason: issue, attempt, isFinal: false });
    if (!isOver) return { kind: "processing", order: seen };
    return backToPayPal(paypal, seen, { message: CARD_DECLINED, error });
  }
  if (issue === "ORDER_NOT_APPROVED" || issue === "PAYER_ACTION_REQUIRED") {
    await countRefusal(context, order.id, attempt);
    await leavePayPalPayment(context, seen);
    return backToPayPal(paypal, seen, { message: NOT_APPROVED, error });
  }
  // Nobody knows whether it went through: the webhook or the sweeper will, and nobody is told to pay again.
  const unsure = error.isUncertain || error.status === 409 || error.status === 429;
  if (unsure || issue === "ORDER_ALREADY_CAPTURED" || isUnderWay.has(issue)) {
    return { kind: "processing", order: seen };
  }
  const isOver = await recordFailedPayPalPayment(context, seen, { reason: issue, attempt, isFinal: true });
  if (!isOver) return { kind: "processing", order: seen };
  return { kind: "unpaid", message: orderIsUsedUp.has(issue) ? NOT_TAKEN : PAYPAL_REFUSED, order: seen };
}

/** Makes the order of what was captured; a capture that came to nothing is written down once. */
async function settleOrder(context: Context, order: PayPalOrder): Promise<PayPalOutcome> {
  const captured = captureOf(order);
  if (!captured) {
    const declined = declinedCaptureOf(order);
    if (!declined) return { kind: "processing", order };
    await recordFailedPayPalPayment(context, order, { reason: declined.status, isFinal: true });
    return { kind: "unpaid", message: PAYPAL_REFUSED, order };
  }
  const payment = receivedThroughPayPal({ custom_id: checkoutOf(order), ...captured }, order.id);
  return { ...(await finaliseReceived(context, payment)), order };
}

/** An order that stays approved after a refusal has no link for its payer: the refusal has one, or the address is known. */
function backToPayPal(
  paypal: PayPalGateway,
  order: PayPalOrder,
  { message, error }: { message: string; error?: PayPalError },
): PayPalOutcome {
  const url = approvalLinkOf(order) ?? error?.redirect ?? `${paypal.approvalPage}${order.id}`;
  return { kind: "approve", url, message, order };
}
