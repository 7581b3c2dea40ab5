import Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { countLookup } from "#server/payments/count-lookup.server.ts";
import { PayPalError } from "#server/payments/paypal/paypal-error.ts";
import { capturePayPalOrder, type PayPalOutcome } from "./capture-paypal-order.server.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { finaliseSession } from "./finalise-session.server.ts";

/** What a return address names: the payment of one of the providers. */
interface Return {
  paymentIntent: string | null;
  sessionId: string | null;
  payPalOrder: string | null;
}

/**
 * What became of the payment that a browser returns from; an approved PayPal order is captured here. When the provider
 * cannot be asked right now the answer is "processing": the webhook and the sweeper will find out, and nobody is told
 * to pay again.
 * @throws ShopError `rate_limited`
 */
export async function settleReturn(context: Context, returned: Return): Promise<PayPalOutcome> {
  const { paymentIntent, sessionId, payPalOrder } = returned;
  const named = sessionId ?? paymentIntent ?? payPalOrder;
  if (named) await countLookup(context, named);
  try {
    if (sessionId) return await finaliseSession(context, sessionId);
    if (paymentIntent) return await finalisePayment(context, "stripe", paymentIntent);
    if (payPalOrder) return await capturePayPalOrder(context, payPalOrder);
    return { kind: "unmatched" };
  } catch (error) {
    // PayPal's payer said yes to what cannot be bought so any more: nothing was taken.
    if (error instanceof ShopError && payPalOrder) return { kind: "unpaid", message: error.message };
    if (!(error instanceof Stripe.errors.StripeError || error instanceof PayPalError)) throw error;
    log("warn", "a returning payment could not be looked up", { requestId: context.requestId, error });
    return { kind: "processing" };
  }
}
