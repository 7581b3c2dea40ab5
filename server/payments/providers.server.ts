import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import type { PayPalGateway } from "./paypal/paypal-client.server.ts";
import { connectPayPal, payPalProvider } from "./paypal/paypal-provider.server.ts";
import type { PaymentOffer, PaymentProvider } from "./provider.ts";
import { type ProviderId, providerIds, providerProfiles } from "./provider-list.ts";
import type { Variables } from "./provider-profile.ts";
import { connectStripe, type StripeGateway } from "./stripe/stripe-calls.server.ts";
import { stripeProvider } from "./stripe/stripe-provider.server.ts";

/* What the providers of `provider-list.ts` do, and how this shop reaches each of them. */

const byId: Record<ProviderId, PaymentProvider> = { stripe: stripeProvider, paypal: payPalProvider };

/** In the order of the list. */
export const providers: readonly PaymentProvider[] = providerIds.map((id) => byId[id]);

export function providerOf(id: ProviderId): PaymentProvider {
  return byId[id];
}

/** The ways to pay that the checkout page offers. */
export function paymentOffers(context: Context): PaymentOffer[] {
  return providers.flatMap(({ id, offer }) => {
    const offered = offer(context);
    return offered ? [{ provider: id, ...offered }] : [];
  });
}

export interface PaymentGateways {
  stripe: StripeGateway;
  /** None where Stripe has keys and PayPal has not. */
  paypal?: PayPalGateway | undefined;
}

let cached: { environment: string; gateways: PaymentGateways } | undefined;

/** The process's ways to its providers: with the keys of the environment, else the sandbox. */
export function paymentGateways(): PaymentGateways {
  const environment = readEnvironment();
  const values: Variables = environment;
  const key = providerProfiles.map(({ keys }) => values[keys[0]]).join(" ");
  if (cached?.environment === key) return cached.gateways;
  const gateways = { stripe: connectStripe(environment), paypal: connectPayPal(environment) };
  cached = { environment: key, gateways };
  return gateways;
}

/** Behind a provider's message its code stands in brackets. */
const trailingCode = /\(([A-Za-z_]+)\)\.?$/;

/** Why a payment failed, in a sentence for staff; what is not known is said as it was reported. */
export function plainFailureReason(reported: string): string {
  const code = trailingCode.exec(reported)?.[1]?.toLowerCase();
  const known = code && providers.map(({ failureReasons }) => failureReasons[code]).find(Boolean);
  return known || reported;
}

/** Why a payment is disputed, as a clause for staff. */
export function disputeReason(code: string): string {
  const known = providers.map(({ disputeReasons }) => disputeReasons[code]).find(Boolean);
  return known ?? (code.replaceAll("_", " ") || "no reason given");
}
