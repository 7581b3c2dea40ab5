import type { Outcome } from "#server/payments/provider-trial.ts";

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
  const blocks = findings.map(({ provider, belief, happened, verdict }) =>
    row(wrapped(`${provider}: ${belief}`, COLUMNS.belief), wrapped(happened, COLUMNS.happened), verdict),
  );
  return [head, ...blocks].join(`\n${rule}\n`);
}

function row(beliefs: readonly string[], happenings: readonly string[], verdict: string): string {
  const lines = Array.from({ length: Math.max(beliefs.length, happenings.length) }, (_, line) => {
    const belief = (beliefs[line] ?? "").padEnd(COLUMNS.belief);
    const happened = (happenings[line] ?? "").padEnd(COLUMNS.happened);
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
