import type { EntityManager } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import {
  alreadyPaid,
  changedMeanwhile,
  countPaymentAttempt,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { CheckoutVersion, OpenedAmount } from "../provider.ts";
import { recordPayment } from "../record-payment.server.ts";
import { callPayPal, createOrderAtPayPal, findPayPalOrder, requirePayPal } from "./paypal-calls.server.ts";
import { PayPalError, type PayPalGateway } from "./paypal-client.server.ts";
import {
  amountOf,
  approvalLinkOf,
  captureOf,
  type PayPalOrder,
  type PayPalOrderRequest,
  payPalOrderRequest,
} from "./paypal-order.ts";

/**
 * The PayPal order of a checkout at its current price: created once for each version, and found again while it can
 * still be paid. PayPal gets the checkout's id, the goods and the delivery address.
 * @throws ShopError `not_found` (no PayPal here), `conflict` (paid, cancelled or another version by now),
 * `rate_limited`, `unavailable`
 */
export async function openPayPalOrder(
  context: Context,
  { checkoutId, version }: CheckoutVersion,
): Promise<PayPalOrder> {
  requirePayPal(context, { offered: true });
  const checkout = await findPayableCheckout(context, checkoutId, "paypal");
  if (version !== undefined && checkout.version !== version) throw changedMeanwhile();
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
