import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

/** The process's environment, or what was read of it. */
export type Variables = Readonly<Record<string, unknown>>;

type Switch = {
  [Name in keyof StoreSettingsValues]: StoreSettingsValues[Name] extends boolean ? Name : never;
}[keyof StoreSettingsValues];

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
  /** The store setting with which the owner switches it off, where there is one. */
  setting?: Switch;
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
