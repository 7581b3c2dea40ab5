import { payPalProfile } from "./paypal/paypal-profile.ts";
import type { ProviderProfile } from "./provider-profile.ts";
import { stripeProfile } from "./stripe/stripe-profile.ts";

/**
 * The one list of payment providers, in the order in which the checkout offers them: columns, schemas, labels, filters,
 * switches and the page's policy come from it. What each of them does stands in `providers.server.ts`.
 */
const profiles = [stripeProfile, payPalProfile] as const;

export type ProviderId = (typeof profiles)[number]["id"];

export const providerProfiles: readonly (ProviderProfile & { id: ProviderId })[] = profiles;

export const providerIds: readonly ProviderId[] = profiles.map(({ id }) => id);

/** The provider that a form names; the first of the list when it names none. */
export function providerIn(named: unknown): ProviderId {
  return profiles.find(({ id }) => id === named)?.id ?? profiles[0].id;
}

export function isProviderId(text: string): text is ProviderId {
  return profiles.some(({ id }) => id === text);
}

export function profileOf(provider: ProviderId): ProviderProfile {
  const profile = profiles.find(({ id }) => id === provider);
  if (!profile) throw new Error(`There is no payment provider ${provider}.`);
  return profile;
}

type ProviderVariable = (typeof profiles)[number]["variables"][number];

/** The same for each variable of the environment that names a provider's keys. */
export function forEachVariable<Value>(value: Value): Record<ProviderVariable, Value> {
  const names: ProviderVariable[] = profiles.flatMap(({ variables }) => [...variables]);
  return recordOf(names, () => value);
}

/** Those to which real payments go. */
export function realProviders(environment: Readonly<Record<string, unknown>>): ProviderId[] {
  return profiles.filter(({ variables: [key] }) => environment[key] !== undefined).map(({ id }) => id);
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
