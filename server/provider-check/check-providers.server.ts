import { type Environment, isLive } from "#server/core/env.server.ts";
import { type ProviderId, profileOf, realProviders } from "#server/payments/provider-list.ts";
import type { Ask, Outcome, ProviderTrial } from "#server/payments/provider-trial.ts";
import { type PaymentGateways, providers } from "#server/payments/providers.server.ts";

/** What became of one belief of the shop about a provider. */
export interface Finding extends Outcome {
  /** Its name. */
  provider: string;
  belief: string;
}

/** 0 when the shop handles all that was tried, 1 when not, 2 when a provider could not be asked. */
export function exitStatusOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === "not fine")) return 1;
  return findings.some(({ verdict }) => verdict === "no answer") ? 2 : 0;
}

const COLUMNS = { belief: 52, happened: 64 };

/** A table for a terminal: a block for each finding, its texts wrapped in their columns. */
export function tableOf(findings: readonly Finding[]): string {
  const head = row(["belief"], ["what happened"], "verdict");
  const rule = "-".repeat(COLUMNS.belief + COLUMNS.happened + 13);
  const blocks = findings.map(({ provider, belief, observed: happened, verdict }) =>
    row(wrapped(`${provider}: ${belief}`, COLUMNS.belief), wrapped(happened, COLUMNS.happened), verdict),
  );
  return [head, ...blocks].join(`\n${rule}\n`);
}

function row(beliefs: readonly string[], observations: readonly string[], verdict: string): string {
  const lines = Array.from({ length: Math.max(beliefs.length, observations.length) }, (_, line) => {
    const belief = (beliefs[line] ?? "").padEnd(COLUMNS.belief);
    const happened = (observations[line] ?? "").padEnd(COLUMNS.happened);
    return `${belief}  ${happened}  ${line === 0 ? verdict : ""}`.trimEnd();
  });
  return lines.join("\n");
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

export interface ProviderCheck {
  findings: Finding[];
  /** What is left at the providers, in sentences. */
  left: string[];
}

/** The gateways of the providers that payments go to: stand-ins have nothing to show. */
export function keyedGateways(gateways: PaymentGateways, environment: Environment): Partial<PaymentGateways> {
  const keyed: readonly string[] = realProviders(environment);
  return Object.fromEntries(Object.entries(gateways).filter(([provider]) => keyed.includes(provider)));
}

/**
 * Refuses an environment in which the check would have nothing to ask, or would ask with live keys.
 * @throws RangeError in a sentence
 */
export async function requireTestKeys(environment: Environment): Promise<void> {
  if (isLive(environment)) {
    throw new RangeError("these are live keys. The check makes payments: it takes test keys only.");
  }
  const trials = await allTrials();
  for (const { trial } of trials) {
    const keyError = trial.keyError(environment);
    if (keyError) throw new RangeError(keyError);
  }
  if (realProviders(environment).length === 0) {
    throw new RangeError(`there is nobody to ask. ${trials.map(({ trial }) => trial.howToSet).join(" ")}`);
  }
}

/**
 * Plays at the providers, in test mode, what the shop believes of them and clears up afterwards. `ask` is for what only
 * a person with a browser can do; without it that is not tried.
 * @throws RangeError before anything is made when an account answers that it is live
 */
export async function checkProviders(
  gateways: Partial<PaymentGateways>,
  ask: Ask | null = null,
): Promise<ProviderCheck> {
  const trials = (await allTrials()).map((known) => ({ ...known, begun: known.trial.begin(gateways, ask) }));
  for (const { begun } of trials) await begun?.assertTestMode();
  const left: string[] = [];
  const findings: Finding[] = [];
  for (const { id, trial, begun } of trials) {
    const provider = profileOf(id).name;
    if (!begun) {
      findings.push({ provider, belief: "all of it", observed: trial.howToSet, verdict: "not tried" });
      continue;
    }
    for (const { assumption: belief, try: play } of begun.experiments) {
      const outcome = await play().catch((error: unknown) => unexpected(error, trial));
      findings.push({ provider, belief, ...outcome });
    }
    left.push(await begun.cleanUp());
  }
  return { findings, left };
}

async function allTrials(): Promise<{ id: ProviderId; trial: ProviderTrial }[]> {
  const known = await Promise.all(providers.map(async ({ id, trial }) => ({ id, trial: await trial?.() })));
  return known.flatMap(({ id, trial }) => (trial ? [{ id, trial }] : []));
}

/** A refusal that an experiment did not reckon with is no answer that the shop is known to handle. */
function unexpected(error: unknown, { isRefusal }: ProviderTrial): Outcome {
  const happened = error instanceof Error ? error.message : String(error);
  return isRefusal(error)
    ? { observed: `Refused: ${happened}`, verdict: "not fine" }
    : { observed: happened, verdict: "no answer" };
}
