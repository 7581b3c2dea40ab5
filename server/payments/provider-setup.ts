/*
 * How a provider is set up for this shop in its own dashboard: which events it has to be asked to send, and what of it
 * `npm run doctor` asks the provider about.
 */

/** An event that a provider has to be asked to send. */
export interface WebhookEvent<Name extends string = string> {
  name: Name;
  /** What the shop learns from it, for docs/operations.md. */
  purpose: string;
  /** Nothing else tells the shop. What the others tell the sweeper finds out by itself within minutes. */
  alone: boolean;
}

export function alsoByLookup<const Name extends string>(name: Name, purpose: string): WebhookEvent<Name> {
  return { name, purpose: purpose, alone: false };
}

export function onlyByEvent<const Name extends string>(name: Name, purpose: string): WebhookEvent<Name> {
  return { name, purpose: purpose, alone: true };
}

/** Where a provider sends events, as it is set up there. */
export interface ProviderWebhook {
  address: string;
  isEnabled: boolean;
  /** Names of events; `*` is all of them. */
  events: string[];
}

/** What is missing in a provider's settings, what that means and what mends it. */
export interface SetupGap {
  title: string;
  sentence: string;
}

/** Something that the provider is asked about its settings for this shop. */
export interface SetupQuestion {
  /** As it stands after "It is not known", for a provider that gives no answer: "where … sends events". */
  about: string;
  findGaps(): Promise<SetupGap[]>;
}

/** Where docs/operations.md is pointed to. */
export const EVENT_LIST = "docs/operations.md lists the events";

/** The events that a provider should send and does not. */
export function missingEvents(
  provider: string,
  required: readonly WebhookEvent[],
  sent: readonly string[],
): SetupGap[] {
  if (sent.includes("*")) return [];
  const missing = required.filter(({ name }) => !sent.includes(name));
  if (missing.length === 0) return [];
  const alone = missing.filter((event) => event.alone).map(({ name }) => name);
  const names = missing.map(({ name }) => name).join(", ");
  const lost = alone.length === 0 ? "" : ` Nothing else tells the shop of ${alone.join(", ")}.`;
  return [
    {
      title: `${provider} keeps events to itself`,
      sentence: `The webhook is not subscribed to ${names}.${lost} Add them in ${provider}'s dashboard.`,
    },
  ];
}

/** Addresses as a provider may write them: a trailing slash and capitals in the host's name mean nothing. */
export function isSameAddress(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

function normal(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/$/, "") : address;
}
