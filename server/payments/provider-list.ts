import { payPalProfile } from "./paypal/paypal-profile.ts";
import type { ProviderProfile, Variables } from "./provider-profile.ts";
import { stripeProfile } from "./stripe/stripe-profile.ts";

/**
 * The one list of payment providers, in the order in which the checkout offers them: columns, schemas, labels, filters,
 * switches and the page's policy come from it. What each of them does stands in `providers.server.ts`.
 */
const profiles = [stripeProfile, payPalProfile] as const;

export type ProviderId = (typeof profiles)[number]["id"];

export const providerProfiles: readonly (ProviderProfile & { id: ProviderId })[] = profiles;

/** The one that is always there. While it has no keys, stand-ins answer for it and for every other that has one. */
export const mainProvider: ProviderProfile & { id: ProviderId } = profiles[0];

export function usesStandIns(environment: Variables): boolean {
  return !environment[mainProvider.keys[0]];
}

export const providerIds: readonly ProviderId[] = profiles.map(({ id }) => id);

/** The provider that a form names; the first of the list when it names none. */
export function providerIn(named: unknown): ProviderId {
  return profiles.find(({ id }) => id === named)?.id ?? mainProvider.id;
}

export function isProviderId(text: string): text is ProviderId {
  return profiles.some(({ id }) => id === text);
}

export function profileOf(provider: ProviderId): ProviderProfile {
  const profile = profiles.find(({ id }) => id === provider);
  if (!profile) throw new Error(`There is no payment provider ${provider}.`);
  return profile;
}

type ProviderVariable = (typeof profiles)[number]["keys" | "options"][number];

/** The same for each variable of the environment that a provider reads. */
export function forEachVariable<Value>(value: Value): Record<ProviderVariable, Value> {
  const names: ProviderVariable[] = profiles.flatMap(({ keys, options }) => [...keys, ...options]);
  return recordOf(names, () => value);
}

/** Of each provider that the shop has keys of: live, where real money moves, or the provider's own test mode. */
export type PaymentModes = Readonly<Partial<Record<ProviderId, "live" | "test">>>;

export function paymentModes(environment: Variables): PaymentModes {
  const keyed = providerProfiles.filter(({ keys }) => environment[keys[0]] !== undefined);
  const modes = keyed.map(
    ({ id, takesRealMoney }) => [id, takesRealMoney(environment) ? "live" : "test"] as const,
  );
  return Object.fromEntries(modes);
}

/** Those to which payments go, live or test, and not to a stand-in. */
export function realProviders(environment: Variables): ProviderId[] {
  const modes = paymentModes(environment);
  return providerIds.filter((id) => modes[id]);
}

/** A payment's page in its provider's dashboard; null for a payment of a stand-in, which has none. */
export function paymentPageOf(
  provider: ProviderId,
  paymentId: string,
  environment: Variables,
): string | null {
  const mode = paymentModes(environment)[provider];
  return mode ? profileOf(provider).paymentPage(paymentId, mode) : null;
}

/** One value for each provider, such as its part of a sum. */
export function forEachProvider<Value>(make: (provider: ProviderId) => Value): Record<ProviderId, Value> {
  return recordOf(providerIds, make);
}

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` knows of its keys only that they are texts.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
