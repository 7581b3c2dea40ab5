import { tellStandIns } from "../support/provider-objects.ts";

interface ProviderFaults {
  duplicate?: boolean;
  reorder?: boolean;
  /** Milliseconds. */
  delay?: number;
  drop?: boolean;
  /** Events of other accounts come with every event. */
  foreign?: boolean;
  /** How many requests move money without a response. */
  lostAnswers?: number;
  /** How many requests fail with 500 before anything happens; Stripe stores that for the key. */
  serverErrors?: number;
  /** How many of Stripe's requests are carried out and answered with 500, which is stored as well. */
  lateServerErrors?: number;
  /** How many requests get 503, which nothing stores. */
  outages?: number;
}

/** What can happen to webhooks and responses on their way; see the sandbox's fault switches. */
export const providerFaults: readonly [ProviderFaults, ...ProviderFaults[]] = [
  { duplicate: true },
  { reorder: true },
  { delay: 700 },
  { drop: true },
  { duplicate: true, reorder: true },
  { drop: true, lostAnswers: 2 },
  { foreign: true },
  { serverErrors: 3 },
  { lateServerErrors: 2, outages: 2 },
  {},
];

/** Sets the stand-ins' switches; what is not named is off. */
export function setProviderFaults({ url }: { url: string }, faults: ProviderFaults): Promise<void> {
  return tellStandIns(url, "faults", faults);
}
