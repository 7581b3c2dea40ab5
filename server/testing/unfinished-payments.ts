import { Payment } from "#db/entities/index.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import {
  captureAtPayPal,
  refundAtPayPal,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf } from "#server/payments/paypal/paypal-order.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import {
  capturePayPalOrder,
  createHostedSession,
  finaliseSession,
  handlePayPalEvent,
  handleStripeEvent,
} from "#server/testing/checkouts.ts";
import { filledForm, openCheckout, openPayPalCheckout } from "./checkouts.ts";
import { makeCart, makeProduct } from "./factories.ts";
import {
  approvePayPalOrder,
  type Funding,
  GOOD_CARD,
  payHostedSession,
  payIntent,
  signedEvent,
  signedPayPalEvent,
} from "./sandbox.ts";

/** Money that has come at the provider while this shop heard nothing of it: its events are for the test to send. */
export interface UnfinishedPayment {
  checkoutId: string;
  /** The intent's or the capture's. */
  paymentId: string;
  email: string;
  /** Gives money back in the provider's own dashboard; the event that tells of it. */
  refundThere(amount: number): Promise<() => Promise<void>>;
  /** The provider's event that the money has come. */
  tellPaid(): Promise<void>;
  /** What the returning browser does. */
  comeBack(): Promise<{ kind: string }>;
}

const oneBag = async (context: Context) => [
  { product: await makeProduct(context, { price: 5000 }), quantity: 1 },
];

/** Delivers an event of Stripe's; the same id is the same event. */
export async function deliverToStripeHook(
  context: Context,
  type: string,
  object: object,
  id?: string,
): Promise<string> {
  const event = signedEvent(type, object, id ? { id } : {});
  await handleStripeEvent(context, Buffer.from(event.payload), event.signature);
  return event.id;
}

/** Delivers an event of PayPal's; the same id is the same event. */
export async function deliverToPayPalHook(
  context: Context,
  type: string,
  resource: object,
  id?: string,
): Promise<string> {
  const event = signedPayPalEvent(type, resource, id ? { id } : {});
  await handlePayPalEvent(context, event.body, event.headers);
  return event.id;
}

function refundAtStripe(context: Context, paymentId: string) {
  return async (amount: number) => {
    await context.gateways.stripe.client.refunds.create({ payment_intent: paymentId, amount });
    return async () => {
      await deliverToStripeHook(context, "charge.refunded", { object: "charge", payment_intent: paymentId });
    };
  };
}

/** £50.00 paid with the card form. */
export async function paidByForm(context: Context, card = GOOD_CARD): Promise<UnfinishedPayment> {
  const opened = await openCheckout(context, await oneBag(context));
  await payIntent(opened.clientSecret, card);
  const paymentId = opened.paymentIntentId;
  return {
    checkoutId: opened.checkoutId,
    paymentId,
    email: opened.form.email,
    refundThere: refundAtStripe(context, paymentId),
    tellPaid: async () => {
      await deliverToStripeHook(context, "payment_intent.succeeded", { id: paymentId });
    },
    comeBack: () => finalisePayment(context, "stripe", paymentId),
  };
}

/** £50.00 paid on Stripe's own page: here it is still filed under the page's session. */
export async function paidOnPage(context: Context, card = GOOD_CARD): Promise<UnfinishedPayment> {
  const form = filledForm();
  const { checkoutId } = await startCheckout(context, {
    cartId: await makeCart(context, await oneBag(context)),
    details: detailsOf(form),
    paymentMethod: "stripe",
  });
  const { url } = await createHostedSession(context, checkoutId);
  await payHostedSession(url, card);
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const session = await context.gateways.stripe.client.checkout.sessions.retrieve(sessionId);
  const paymentId = String(session.payment_intent);
  return {
    checkoutId,
    paymentId,
    email: form.email,
    refundThere: refundAtStripe(context, paymentId),
    tellPaid: async () => {
      await deliverToStripeHook(context, "checkout.session.completed", { id: sessionId });
    },
    comeBack: () => finaliseSession(context, sessionId),
  };
}

/** £50.00 taken by PayPal for an order of ours, whose answer was lost: here it is still filed under the order. */
export async function paidWithPayPal(
  context: Context,
  funding: Funding = "paid",
): Promise<UnfinishedPayment & { orderId: string }> {
  const opened = await openPayPalCheckout(context, await oneBag(context));
  const { orderId, checkoutId } = opened;
  await approvePayPalOrder(orderId, funding);
  const paypal = requirePayPal(context);
  const captured = captureOf(await captureAtPayPal(paypal, orderId, `${orderId}-capture-0`));
  if (!captured) throw new Error("not captured");
  const links = [
    {
      rel: "up",
      href: `https://api-m.sandbox.paypal.com/v2/payments/captures/${captured.id}`,
      method: "GET",
    },
  ];
  return {
    checkoutId,
    orderId,
    paymentId: captured.id,
    email: opened.form.email,
    refundThere: async (amount) => {
      const body = { amount: { currency_code: "GBP", value: penceToDecimal(amount) } };
      const { id } = await refundAtPayPal(paypal, captured.id, body, `dashboard-${captured.id}-${amount}`);
      return async () => {
        await deliverToPayPalHook(context, "PAYMENT.CAPTURE.REFUNDED", { id, links });
      };
    },
    tellPaid: async () => {
      await deliverToPayPalHook(context, "PAYMENT.CAPTURE.COMPLETED", { id: captured.id });
    },
    comeBack: () => capturePayPalOrder(context, orderId),
  };
}

/** All ways to pay that leave the shop to find out. */
export const paymentMethods = [
  ["the card form", paidByForm],
  ["Stripe's page", paidOnPage],
  ["PayPal", paidWithPayPal],
] as const;

/** The payment's row, under whichever number it is filed. */
export function paymentOf(
  context: Context,
  { checkoutId }: Pick<UnfinishedPayment, "checkoutId">,
): Promise<Payment> {
  return context.em.fork().findOneOrFail(Payment, { checkout: checkoutId });
}
