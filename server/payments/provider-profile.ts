import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/** The process's environment, or what was read of it. */
export type Variables = Readonly<Record<string, unknown>>;

/**
 * What is known of a payment provider before anybody asks it: pure, so that the browser, the database's vocabulary,
 * the settings and the page's policy can all read it.
 */
export interface ProviderProfile {
  /** As it stands in the database, in REST and in addresses. */
  id: string;
  /** As people know it. */
  name: string;
  /** What the checkout calls this way to pay. */
  methodLabel: string;
  /** The same in a list for staff. */
  shortLabel: string;
  /** How an order was paid, and how money goes back: "by card". */
  paidBy: string;
  /** What the button says before the amount: "Pay". */
  payLabel: string;
  /** The variables with its keys, each a text or unset. Where the first is set, real payments go to this provider. */
  keys: readonly [key: string, ...others: string[]];
  /** Variables that say something else of it. */
  options: readonly string[];
  /** What is wrong with its variables, each in a sentence: keys that are missing, or do not belong together. */
  configurationErrors(environment: Variables): string[];
  /** Where the owner looks at a payment in the provider's own dashboard, or in that of its test mode. */
  paymentPage(paymentId: string, mode: "live" | "test"): string;
  /** Whether keys like these move real money. */
  takesRealMoney(environment: Variables): boolean;
  /** The name of the store setting with which the owner switches it off, where there is one. */
  setting?: string;
  /** What the page's policy lets in on the checkout where real payments are on: origins, separated by spaces. */
  policy: {
    script: string;
    connect: string;
    frame: string;
    form: string;
    /** Its script writes style sheets into the page, with the page's nonce. */
    stylesByNonce: boolean;
  };
  /** The least and the greatest amounts that it takes, where it says so. */
  charges?: { least: Record<CurrencyCode, Pence>; greatest: Pence };
  /** Currencies that it counts in whole units; ISO 4217, small letters. */
  withoutDecimals: ReadonlySet<string>;
  /** Money that it takes for a lost dispute is in its list of refunds too. */
  listsLostDisputesAsRefunds: boolean;
}

/** What is said when some of these are set and some are not. */
export function unlessTogether(environment: Variables, names: readonly string[]): string[] {
  const isSet = (name: string) => Boolean(environment[name]);
  return names.some(isSet) && !names.every(isSet) ? [`${listed(names)} must be set together.`] : [];
}

/** "A, B and C" */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

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
export interface SetupProblem {
  title: string;
  sentence: string;
}

/** Something that the provider is asked about its settings for this shop. */
export interface SetupQuestion {
  /** As it stands after "It is not known", for a provider that gives no answer: "where … sends events". */
  about: string;
  findProblems(): Promise<SetupProblem[]>;
}

/** Where docs/operations.md is pointed to. */
export const EVENT_LIST = "docs/operations.md lists the events";

/** The events that a provider should send and does not. */
export function missingEvents(
  provider: string,
  required: readonly WebhookEvent[],
  sent: readonly string[],
): SetupProblem[] {
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
