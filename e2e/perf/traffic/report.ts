import type { Finding } from "../../faults/audit.ts";
import type { Failure } from "../../faults/browser.ts";
import { describeSettled, type Settled } from "../../faults/settle.ts";
import { BAD_GATEWAY } from "./balancer.ts";
import type { MemoryWatch } from "./memory.ts";
import { groupFailures } from "./save-evidence.ts";

/** How many violating rows are shown of each rule. */
const SHOWN = 3;

interface Run {
  /** How many visitors of each kind came, and how many restarts there were. */
  counts: readonly [string, number][];
  requests: number;
  failures: readonly Failure[];
  orders: number;
  settled: Settled;
  findings: readonly Finding[];
  memory: MemoryWatch;
}

/**
 * Prints what happened and what held. @returns whether everything did
 */
export function report({ counts, requests, failures, orders, settled, findings, memory }: Run): boolean {
  for (const [name, count] of counts) figure(count, name);
  figure(requests, "requests");
  const reasons = new Map<string, number>();
  for (const { reason } of failures) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of reasons) figure(count, `not answered: ${reason}`);
  figure(orders, "orders");
  figure(settled.sweeps, describeSettled(settled));
  const { lives, isFlat } = memory.report();
  for (const { seconds, grownUp, atTheEnd } of lives.slice(0, 5)) {
    console.log(
      `  a life of ${seconds.toFixed(0)} s: ${grownUp.toFixed(0)} MB after a minute, ${atTheEnd.toFixed(0)} MB at its end`,
    );
  }
  for (const { rule, rows } of findings) {
    figure(rows.length, rule);
    for (const row of rows.slice(0, SHOWN)) console.log(`          ${JSON.stringify(row)}`);
  }
  const wrong = failures.filter(({ reason }) => isWrong(reason));
  for (const { what, count, requestId } of groupFailures(wrong)) {
    figure(count, `${what}${requestId ? `, the first was request ${requestId}` : ""}`);
  }
  const passed =
    wrong.length === 0 && settled.left === 0 && isFlat && findings.every(({ rows }) => rows.length === 0);
  console.log(
    `${passed ? "Everything held" : "NOT everything held"}: ${wrong.length} answers 500, memory ${isFlat ? "flat" : "NOT flat"}.`,
  );
  return passed;
}

/** Any 5xx but "come again" and the balancer's own. */
function isWrong(reason: string): boolean {
  return /^5\d\d$/.test(reason) && !["503", `${BAD_GATEWAY}`].includes(reason);
}

function figure(count: number, what: string): void {
  console.log(`${String(count).padStart(8)}  ${what}`);
}
