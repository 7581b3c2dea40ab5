import type { EntityManager } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import type { PayPalGateway } from "#server/payments/gateways.ts";
import {
  askPayPal,
  createOrderAtPayPal,
  findPayPalOrder,
  requirePayPal,
} from "#server/payments/paypal/paypal-calls.server.ts";
import { PayPalError } from "#server/payments/paypal/paypal-error.ts";
import { amountOf, captureOf, type PayPalOrder } from "#server/payments/paypal/paypal-order.ts";
import { recordPayment } from "#server/payments/record-payment.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { findCheckoutOfCart, openScriptCheckout } from "./find-checkout-of-cart.server.ts";
import { openWhileHeld } from "./open-while-held.server.ts";
import {
  alreadyPaid,
  changedMeanwhile,
  findPayableCheckout,
  isForNow,
  type PayableCheckout,
  refuseUnchargeable,
} from "./payable-checkout.server.ts";
import { type PayPalOrderWish, payPalOrderRequest } from "./paypal-order-request.ts";
import { requireMayBuy, type StartedCheckout } from "./start-checkout.server.ts";
import { type ShownOrder, startShownCheckout } from "./start-shown-checkout.server.ts";

/**
 * The PayPal order of a checkout at its current price: created once for each version, and found again while it can
 * still be paid. PayPal gets the checkout's id, the goods and the delivery address.
 * @throws ShopError `not_found` (no PayPal here), `conflict` (paid, cancelled or another version by now),
 * `rate_limited`, `unavailable`
 */
export async function createPayPalOrder(
  context: Context,
  checkoutId: string,
  version?: number,
): Promise<PayPalOrder> {
  requirePayPal(context, { offered: true });
  const checkout = await findPayableCheckout(context, checkoutId, "paypal");
  if (version !== undefined && checkout.version !== version) throw changedMeanwhile();
  const open = await findOpenOrder(context, checkout);
  if (open) return open;
  await countPaymentAttempt(context, checkout.id);
  return createOrder(context, checkout);
}

/**
 * `POST /paypal/order` (docs/rules.md#prices-4): the checkout page names the amount of its button, the details and the
 * items that it shows, and gets the order of exactly that, or is told what it has become. For a browser with a cart the
 * amount must be what the server charges for it. A script without a cart gets an order for the amount it names.
 * @throws ShopError as `createPayPalOrder`, and `conflict` with `extra.expected` in pounds
 */
export async function createPayPalOrderForAmount(
  context: Context,
  amount: Pence,
  cartId: string | null,
  shown?: ShownOrder,
): Promise<PayPalOrder> {
  requirePayPal(context, { offered: true });
  requireMayBuy(context);
  refuseUnchargeable(amount);
  if (shown) {
    const pressed = { amount, cartId, shown, paymentMethod: "paypal" } as const;
    return openOrder(context, await startShownCheckout(context, pressed));
  }
  const found = cartId ? await findCheckoutOfCart(context, cartId, amount, "paypal") : {};
  if (found.started) return openOrder(context, found.started);
  // Before a row is written.
  await countPaymentAttempt(context);
  return createOrder(context, await openScriptCheckout(context, amount, "paypal", found.cartId));
}

function openOrder(context: Context, started: StartedCheckout): Promise<PayPalOrder> {
  const { checkoutId, version } = started;
  return openWhileHeld(context, started, () => createPayPalOrder(context, checkoutId, version));
}

async function findOpenOrder(context: Context, checkout: PayableCheckout): Promise<PayPalOrder | undefined> {
  const paypal = requirePayPal(context);
  for (const payment of checkout.payments) {
    // A captured order is stored under its capture.
    if (payment.providerSessionId !== payment.providerPaymentId) throw alreadyPaid();
    const order = await askPayPal(() => findPayPalOrder(paypal, payment.providerPaymentId));
    if (order && captureOf(order)) throw alreadyPaid();
    const open = order?.status === "CREATED" || order?.status === "PAYER_ACTION_REQUIRED";
    if (open && isForNow(payment, checkout) && amountOf(order).pence === checkout.total) return order;
  }
  return undefined;
}

async function createOrder(context: Context, checkout: PayableCheckout): Promise<PayPalOrder> {
  const em = context.em.fork();
  const { requestedInvoiceNumber } = await em.findOneOrFail(Checkout, checkout.id);
  const attempt = `${checkout.version}-${checkout.paymentsMade}`;
  const orderInput = {
    checkoutId: checkout.id,
    invoiceId: `${requestedInvoiceNumber ?? "INV"}-${attempt}-${checkout.id.slice(0, 8)}`,
    total: checkout.total,
    snapshot: checkout.snapshot,
    shipTo: checkout.details?.shippingAddress ?? null,
    storeName: context.settings.storeName,
    publicUrl: context.publicUrl,
  };
  const paypal = requirePayPal(context);
  const order = await askPayPal(() => createAtPayPal(paypal, orderInput, `${checkout.id}-${attempt}-create`));
  // The same request sent twice at once got the same order, which may be captured by now.
  if ((await em.count(Payment, { provider: "paypal", providerSessionId: order.id })) === 0) {
    await recordPayment(em, {
      checkoutId: checkout.id,
      provider: "paypal",
      // Until it is captured, the order's id stands in for the capture's.
      providerPaymentId: order.id,
      providerSessionId: order.id,
      amount: checkout.total,
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
  orderInput: PayPalOrderWish,
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
