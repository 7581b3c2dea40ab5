import type { Outcome } from "./finding.ts";

/** Asks the person at the keyboard to do something and waits for Enter. */
export type Ask = (what: string) => Promise<void>;

/** What an experiment works with. */
export interface Bench<Provider> {
  provider: Provider;
  /** None when nobody is there who could do what only a browser can. */
  ask: Ask | null;
  /** The ids of what was made, for clearing up. */
  made: string[];
}

export interface Experiment<Provider> {
  belief: string;
  try(bench: Bench<Provider>): Promise<Outcome>;
}
