import type { Environment } from "#server/core/env.server.ts";
import type { PaymentGateways } from "./providers.server.ts";

/* What `npm run providers:check` tries at a provider in its test mode, and how what happened is judged. */

/** Asks the person at the keyboard to do something and waits for Enter. */
export type Ask = (what: string) => Promise<void>;

type Verdict = "fine" | "not fine" | "not tried" | "no answer";

/** What one experiment found out. */
export interface Outcome {
  /** What the provider did, or why that could not be seen. */
  observed: string;
  /** Fine: the shop handles what the provider did. */
  verdict: Verdict;
}

/** What an experiment works with. */
export interface Bench<Client> {
  provider: Client;
  /** None when nobody is there who could do what only a browser can. */
  ask: Ask | null;
  /** The ids of what was made, for clearing up. */
  made: string[];
}

export interface Experiment<Client> {
  /** What the shop relies on, or must be right about either way. */
  assumption: string;
  try(bench: Bench<Client>): Promise<Outcome>;
}

/** A provider's experiments, and what is to be known before the first and after the last. */
export interface ProviderTrial {
  /** Where its test keys come from, in a sentence. */
  howToSet: string;
  /** What is wrong with the keys where they are no test keys. */
  keyError(environment: Environment): string | undefined;
  /** Whether the provider refused a call, and has not merely failed to answer it. */
  isRefusal(error: unknown): boolean;
  /** Tried at the provider that is reached so; undefined where it is not reached. */
  begin(gateways: Partial<PaymentGateways>, ask: Ask | null): StartedTrial | undefined;
}

export interface StartedTrial {
  /** @throws RangeError when the account answers that it is live; nothing has been made then */
  assertTestMode(): Promise<void>;
  experiments: readonly { assumption: string; try(): Promise<Outcome> }[];
  /** Ends what the experiments have left open, and says what stays at the provider. */
  cleanUp(): Promise<string>;
}

/** The experiments on one bench. */
export function onBench<Client>(
  experiments: readonly Experiment<Client>[],
  bench: Bench<Client>,
): StartedTrial["experiments"] {
  return experiments.map((experiment) => ({
    assumption: experiment.assumption,
    try: () => experiment.try(bench),
  }));
}

export const fine = (observed: string): Outcome => ({ observed: observed, verdict: "fine" });
export const notFine = (observed: string): Outcome => ({ observed: observed, verdict: "not fine" });
export const notTried = (because: string): Outcome => ({ observed: because, verdict: "not tried" });

/** Fine or not, with the same words. */
export function outcomeWhen(isFine: boolean, observed: string): Outcome {
  return isFine ? fine(observed) : notFine(observed);
}
