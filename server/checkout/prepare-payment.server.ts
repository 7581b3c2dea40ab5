import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentMethod } from "#server/payments/payment-status.ts";
import { requirePayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { approvalLinkOf } from "#server/payments/paypal/paypal-order.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import type { PreparedPayment } from "./checkout-response.ts";
import { createHostedSession } from "./create-hosted-session.server.ts";
import { createPayPalOrder } from "./create-paypal-order.server.ts";
import { detailsOf } from "./customer-address.ts";
import { openWhileHeld } from "./open-while-held.server.ts";
import { totalChanged } from "./payable-checkout.server.ts";
import type { PricedSnapshot } from "./priced-snapshot.ts";
import { prepareCheckout, type StartedCheckout, startCheckout } from "./start-checkout.server.ts";

type Next =
  | { kind: "form"; payment: PreparedPayment }
  /** Where the shopper goes on: a payment page, or what became of a payment made before. */
  | { kind: "elsewhere"; url: string };

interface PaymentRequest {
  cartId: string | null;
  form: CheckoutForm;
  method: PaymentMethod;
  /** In the page by its script, or on the provider's own page. */
  door: "in-page" | "elsewhere";
  /** What the button said, when the browser could not work the total out itself. */
  shownTotal?: Pence;
}

/**
 * Starts the checkout of a cart and opens a way to pay: a card form or PayPal's button in the page, whose payment is
 * begun, and whose stock is held, when it is pressed; or the provider's own page for browsers without JavaScript.
 * @throws ShopError as `startCheckout`, `createPayPalOrder` and `createHostedSession`
 */
export async function preparePayment(
  context: Context,
  { cartId, form, method, door, shownTotal }: PaymentRequest,
): Promise<Next> {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  if (method === "paypal") requirePayPal(context, { offered: true });
  const wanted = {
    cartId,
    details: detailsOf(form),
    paymentMethod: method,
    agree: ({ total }: PricedSnapshot) => {
      if (shownTotal !== undefined && shownTotal !== total) throw totalChanged(total);
    },
  };
  if (door === "in-page") {
    const { invoiceNumber, snapshot, total } = await prepareCheckout(context, wanted);
    return { kind: "form", payment: { method, amount: total, invoiceNumber, snapshot } };
  }
  const started = await startCheckout(context, wanted);
  try {
    const url = await openWhileHeld(context, started, () => providerPage(context, started, method));
    return { kind: "elsewhere", url };
  } catch (error) {
    const paymentId = paidBefore(error);
    if (!paymentId) throw error;
    return {
      kind: "elsewhere",
      url: `/checkout-success?${new URLSearchParams({ payment_intent: paymentId })}`,
    };
  }
}

async function providerPage(
  context: Context,
  { checkoutId, version }: StartedCheckout,
  method: PaymentMethod,
): Promise<string> {
  if (method === "stripe") return (await createHostedSession(context, checkoutId, version)).url;
  const url = approvalLinkOf(await createPayPalOrder(context, checkoutId, version));
  if (!url) throw new ShopError("unavailable", "Failed to initialize payment");
  return url;
}

/** The payment that this checkout has had already, when that is why no other is opened. */
function paidBefore(error: unknown): string | undefined {
  if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) return undefined;
  return typeof error.extra.paymentIntentId === "string" ? error.extra.paymentIntentId : undefined;
}
