import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Checkout, Payment } from "#db/entities/index.ts";
import {
  alreadyPaid,
  type CheckoutVersion,
  countPaymentAttempt,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
  recordPayment,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type {
  ApprovedSession,
  ApprovedSessions,
  CaptureRefusal,
  FiledPayment,
  OpenedAmount,
} from "../provider.ts";
import type { OpenPaymentState, ReceivedPayment } from "../provider-facts.ts";
import {
  callPayPal,
  captureAtPayPal,
  createOrderAtPayPal,
  findPayPalCapture,
  findPayPalOrder,
  PayPalError,
  type PayPalGateway,
  requirePayPal,
} from "./paypal-client.server.ts";
import {
  amountOf,
  approvalLinkOf,
  captureOf,
  declinedCaptureOf,
  hasFailed,
  type PayPalCapture,
  type PayPalOrder,
  type PayPalOrderRequest,
  payPalOrderRequest,
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
const refundedPart: Record<string, ReceivedPayment["refundedPart"]> = {
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
    failure: hasFailed(capture) ? capture.status : null,
    amount,
    amountReceived: received ? amount : 0,
    currency: capture.amount.currency_code.toLowerCase(),
    paidAt: capture.create_time,
    refundedPart: refundedPart[capture.status] ?? "none",
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
  readCaptureRefusal: (error) => (error instanceof PayPalError ? captureRefusal(error) : undefined),
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

function captureRefusal(error: PayPalError): CaptureRefusal {
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

/**
 * The PayPal order of a checkout at its current price: created once for each version, and found again while it can
 * still be paid. PayPal gets the checkout's id, the goods and the delivery address.
 * @throws ShopError `not_found` (no PayPal here), `conflict` (paid, cancelled or another version by now),
 * `rate_limited`, `unavailable`
 */
export async function openPayPalOrder(context: Context, begun: CheckoutVersion): Promise<PayPalOrder> {
  requirePayPal(context, { offered: true });
  const checkout = await findPayableCheckout(context, begun, "paypal");
  const open = await findOpenOrder(context, checkout);
  if (open) return open;
  await countPaymentAttempt(context, checkout.id);
  return createOrder(context, checkout);
}

/** The same, and where its payer approves it. @throws ShopError as `openPayPalOrder` */
export async function openApprovalPage(
  context: Context,
  checkout: CheckoutVersion,
): Promise<{ url: string }> {
  const url = approvalLinkOf(await openPayPalOrder(context, checkout));
  if (!url) throw new ShopError("unavailable", "Failed to initialize payment");
  return { url };
}

async function findOpenOrder(context: Context, checkout: PayableCheckout): Promise<PayPalOrder | undefined> {
  const paypal = requirePayPal(context);
  for (const payment of checkout.payments) {
    // A captured order is stored under its capture.
    if (payment.providerSessionId !== payment.providerPaymentId) throw alreadyPaid();
    const order = await callPayPal(() => findPayPalOrder(paypal, payment.providerPaymentId));
    if (order && captureOf(order)) throw alreadyPaid();
    const open = order?.status === "CREATED" || order?.status === "PAYER_ACTION_REQUIRED";
    if (open && isForNow(payment, checkout) && isAsked(order, checkout)) return order;
  }
  return undefined;
}

function isAsked(order: PayPalOrder, { total, currency }: PayableCheckout): boolean {
  const asked = amountOf(order);
  return asked.pence === total && asked.currency === currency;
}

/** The order of a checkout that is only an amount so far. @throws ShopError `unavailable` */
export async function openOrderOfAmount(
  context: Context,
  checkout: PayableCheckout,
): Promise<OpenedAmount<PayPalOrder>> {
  const opened = await askForOrder(context, checkout, null);
  return { opened, filed: { providerPaymentId: opened.id, providerSessionId: opened.id } };
}

/** Makes the order of a checkout that has none. @throws ShopError `unavailable` */
async function createOrder(context: Context, checkout: PayableCheckout): Promise<PayPalOrder> {
  const em = context.em.fork();
  const { requestedInvoiceNumber } = await em.findOneOrFail(Checkout, checkout.id);
  const order = await askForOrder(context, checkout, requestedInvoiceNumber ?? null);
  // The same request sent twice at once got the same order, which may be captured by now.
  if ((await em.count(Payment, { provider: "paypal", providerSessionId: order.id })) === 0) {
    await recordPayment(em, {
      checkoutId: checkout.id,
      provider: "paypal",
      // Until it is captured, the order's id stands in for the capture's.
      providerPaymentId: order.id,
      providerSessionId: order.id,
      amount: checkout.total,
      currency: checkout.currency,
      snapshot: checkout.snapshot,
      details: checkout.details,
      status: "created",
    });
    await leaveEarlier(em, checkout.id, order.id);
  }
  return order;
}

/**
 * The shopper is back at the checkout and pays again: the order that they approved before is captured only if they
 * themselves come back from PayPal with it.
 */
async function leaveEarlier(em: EntityManager, checkoutId: string, orderId: string): Promise<void> {
  await em.nativeUpdate(
    Payment,
    {
      checkout: checkoutId,
      provider: "paypal",
      providerSessionId: { $ne: orderId },
      status: "created",
    },
    { status: "failed" },
  );
}

/** PayPal's codes for an address that it refuses. */
const addressIssues = new Set([
  "CITY_REQUIRED",
  "INVALID_COUNTRY_CODE",
  "POSTAL_CODE_REQUIRED",
  "SHIPPING_ADDRESS_INVALID",
]);

/** Leaves out an address that PayPal refuses: the goods go to the shop's own in any case. */
async function createAtPayPal(
  paypal: PayPalGateway,
  orderInput: PayPalOrderRequest,
  requestId: string,
): Promise<PayPalOrder> {
  try {
    return await createOrderAtPayPal(paypal, payPalOrderRequest(orderInput), requestId);
  } catch (error) {
    if (!(error instanceof PayPalError) || !orderInput.shipTo || !isAboutAddress(error)) throw error;
    const { issue, field, debugId } = error;
    log("warn", "PayPal did not take an address", {
      checkoutId: orderInput.checkoutId,
      issue,
      field,
      debugId,
    });
    const withoutAddress = payPalOrderRequest({ ...orderInput, shipTo: null });
    return createOrderAtPayPal(paypal, withoutAddress, `${requestId}-unshipped`);
  }
}

function isAboutAddress({ status, issue, field }: PayPalError): boolean {
  return (status === 400 || status === 422) && (addressIssues.has(issue) || /\/shipping\b/.test(field ?? ""));
}

function askForOrder(
  context: Context,
  checkout: PayableCheckout,
  requestedInvoiceNumber: string | null,
): Promise<PayPalOrder> {
  const attempt = `${checkout.version}-${checkout.paymentsMade}`;
  const orderInput = {
    checkoutId: checkout.id,
    invoiceId: `${requestedInvoiceNumber ?? "INV"}-${attempt}-${checkout.id.slice(0, 8)}`,
    total: checkout.total,
    currency: checkout.currency,
    snapshot: checkout.snapshot,
    shipTo: checkout.details?.shippingAddress ?? null,
    storeName: context.settings.storeName,
    publicUrl: context.publicUrl,
  };
  const paypal = requirePayPal(context);
  return callPayPal(() => createAtPayPal(paypal, orderInput, `${checkout.id}-${attempt}-create`));
}
