import { loadStripe, type Stripe } from "@stripe/stripe-js";

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script for a key, fetched once; a failed attempt is forgotten, so that the next call tries again. */
export function loadStripeOnce(
  publishableKey: string,
  load: (publishableKey: string) => Promise<Stripe | null> = loadStripe,
): Promise<Stripe | null> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const stripe = load(publishableKey);
  loaded.set(publishableKey, stripe);
  stripe.catch(() => loaded.delete(publishableKey));
  return stripe;
}
