import type { Pence } from "#server/pricing/money.ts";

/**
 * What is known of a payment provider before anybody asks it: pure, so that the browser, the database's vocabulary,
 * the settings and the page's policy can all read it.
 */
export interface ProviderProfile {
  /** As it stands in the database, in REST and in addresses. */
  id: string;
  /** As people know it: "Stripe". */
  name: string;
  /** What the checkout calls this way to pay. */
  methodLabel: string;
  /** The same in a list for staff. */
  shortLabel: string;
  /** How an order was paid, and how money goes back: "by card". */
  paidBy: string;
  /** What the button says before the amount: "Pay". */
  payLabel: string;
  /** The environment's, each a text or unset. Where the first is set, real payments go to this provider. */
  variables: readonly [key: string, ...others: string[]];
  /** Whether keys like these move real money. */
  takesRealMoney(environment: Readonly<Record<string, unknown>>): boolean;
  /** What the page's policy lets in on the checkout where real payments are on: origins, separated by spaces. */
  policy: {
    script: string;
    connect: string;
    frame: string;
    form: string;
    /** Its script writes style sheets into the page, with the page's nonce. */
    stylesByNonce: boolean;
  };
  /** The least and the greatest amount that it takes in pounds, where it says so. */
  charges?: { least: Pence; greatest: Pence };
  /** Currencies that it counts in whole units; ISO 4217, small letters. */
  withoutDecimals: ReadonlySet<string>;
  /** Money that it takes for a lost dispute is in its list of refunds too. */
  listsLostDisputesAsRefunds: boolean;
}
