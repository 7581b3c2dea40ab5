import { MOST_BYTES, tooMuchOf } from "../../support/first-load.ts";
import { CONNECTIONS, type Load } from "../load.ts";
import type { Cost, CostOfOrder } from "../orders/cost-of-order.ts";
import type { PageLoad } from "./first-loads.ts";
import type { Comparison } from "./measure-page.ts";
import type { Memory, Start } from "./start-and-memory.ts";

export interface Report {
  date: string;
  node: string;
  processor: string;
  /** The machine's load in the minute before the measurement: other work lowers all figures. */
  loadBefore: number;
  seconds: number;
  memoryMb: { before: number | undefined; after: number | undefined };
  comparisons: Comparison[];
  firstLoads: PageLoad[];
}

export function print(report: Report): void {
  const { node, processor, loadBefore, seconds, memoryMb, comparisons, firstLoads } = report;
  console.log(`\nNode ${node} on ${processor}, load ${decimal(loadBefore, 1)} before the start.`);
  console.log(
    `${CONNECTIONS} connections, twice ${seconds} s each in turns, every request with a browser's headers.\n`,
  );
  table(
    [
      "",
      "per s",
      "bare per s",
      "ratio",
      "at least",
      "median ms",
      "p99 ms",
      "p99/median",
      "CPU µs",
      "bare CPU µs",
      "queries",
      "errors",
    ],
    comparisons.map(({ name, target, shop, bare, ratio, queries }) => [
      name,
      decimal(shop.perSecond),
      decimal(bare.perSecond),
      decimal(ratio, 4),
      decimal(target, 3),
      latencies(shop.medianMs, bare.medianMs),
      latencies(shop.p99Ms, bare.p99Ms),
      decimal(spreadOf(shop), 1),
      decimal(shop.processorUs),
      decimal(bare.processorUs),
      decimal(queries, 1),
      String(errorsOf(shop, bare)),
    ]),
  );
  console.log("");
  for (const comparison of comparisons) {
    const { name, ratio, target, shop } = comparison;
    if (target === undefined) continue;
    const verdict = fallsShort(comparison) ? "✗ falls short" : "✓ good enough";
    console.log(
      `${verdict}: ${name}, ${decimal(ratio / target, 2)} times the rate asked for, p99 ${decimal(spreadOf(shop), 1)} medians`,
    );
  }
  console.log("\nOne answer in bytes");
  table(
    ["", "body sent", "encoding", "body decoded", "with headers"],
    comparisons.map(({ name, shop, bytes }) => [
      name,
      decimal(bytes.sent),
      bytes.encoding,
      decimal(bytes.decoded),
      decimal(shop.bytes),
    ]),
  );
  console.log(
    `\nBytes per route: the first load with gzip, at most ${decimal(MOST_BYTES.script)} of JavaScript and ${decimal(MOST_BYTES.style)} of CSS`,
  );
  table(
    ["", "HTML", "JavaScript", "files", "CSS", "files", ""],
    firstLoads.map((load) => [
      load.page,
      decimal(load.html),
      decimal(load.script.bytes),
      String(load.script.files),
      decimal(load.style.bytes),
      String(load.style.files),
      isTooHeavy(load) ? "✗ too heavy" : "✓",
    ]),
  );
  console.log(
    `\nMemory of the shop: ${decimal(memoryMb.before)} MB before, ${decimal(memoryMb.after)} MB after.`,
  );
  console.log(
    "The bare rates are limited by the load generator, which shares the processor: CPU µs compare better.",
  );
}

/** What an order costs; the after-work is mails and whatever else the job runner does for it. */
export function printCostOfOrder({ orders, order, afterWork, ...rates }: CostOfOrder): void {
  console.log(`\nOne of ${orders} orders by ${rates.shoppers} shoppers:\n`);
  const row = (name: string, pick: (cost: Cost) => number | undefined, digits = 0) => [
    name,
    decimal(pick(order), digits),
    decimal(pick(afterWork), digits),
  ];
  table(
    ["", "order", "after-work"],
    [
      row("processor of the shop, ms", (cost) => cost.shopMs, 1),
      row("processor of the stand-in, ms", (cost) => cost.standInMs, 1),
      row("processor of PostgreSQL, ms", (cost) => cost.databaseMs, 1),
      row("statements", (cost) => cost.statements, 1),
      row("statements of the stand-in", (cost) => cost.standInStatements, 1),
      row("statements of triggers", (cost) => cost.innerStatements, 1),
      row("transactions", (cost) => cost.transactions, 1),
      row("rows written", (cost) => cost.rowsWritten, 1),
      row("WAL, bytes", (cost) => cost.walBytes),
    ],
  );
  for (const [name, { dearest }] of [
    ["the order", order],
    ["its after-work", afterWork],
  ] as const) {
    console.log(`\nThe ten dearest statements of ${name}: calls, ms`);
    for (const { calls, ms, text } of dearest)
      console.log(`${decimal(calls, 1).padStart(5)} ${decimal(ms, 3).padStart(8)}  ${text.slice(0, 140)}`);
  }
  console.log(
    `\n${decimal(rates.paidPerSecond, 1)} paid orders a second, ${decimal(rates.perSecond, 1)} until the last job of the last one was done.`,
  );
}

/** From the start to the first page in ms; memory in MB of 1024 × 1024 bytes, with nobody there. */
const MOST_AT_START = { untilFirstPageMs: 3000, idleMb: 300 };

export function printStartAndMemory(starts: readonly Start[], { idleMb, underLoadMb, errors }: Memory): void {
  const { untilFirstPageMs, idleMb: mostIdle } = MOST_AT_START;
  const each = starts.map((start) => decimal(start.untilFirstPageMs)).join(", ");
  console.log(
    `\nFrom the start to the first page: ${decimal(medianStart(starts))} ms (${each}; at most ${decimal(untilFirstPageMs)}),`,
  );
  console.log(
    `processor time of the shop: ${starts.map(({ processorMs }) => decimal(processorMs)).join(", ")} ms.`,
  );
  console.log(`Memory of the web process when idle: ${decimal(idleMb)} MB (at most ${decimal(mostIdle)}).`);
  console.log(
    `After each round of load: ${underLoadMb.map((mb) => decimal(mb)).join(", ")} MB, ${errors} errors.`,
  );
}

/** Against the machine's own noise the median of the starts counts; of memory, the most. */
export function isTooSlowOrLarge(starts: readonly Start[], { idleMb = 0, errors }: Memory): boolean {
  return medianStart(starts) > MOST_AT_START.untilFirstPageMs || idleMb > MOST_AT_START.idleMb || errors > 0;
}

function medianStart(starts: readonly Start[]): number {
  const sorted = starts.map((start) => start.untilFirstPageMs).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** One visitor in a hundred may wait at most this many times the median. */
const WIDEST_SPREAD = 10;

/** The 99th percentile in medians; the load generator tells no time below a millisecond. */
function spreadOf({ p99Ms, medianMs }: Load): number {
  return p99Ms / Math.max(1, medianMs);
}

export function isTooHeavy(load: PageLoad): boolean {
  return tooMuchOf(load, load.page).length > 0;
}

/** Slower than the target, or much slower for some visitors than for most. */
export function fallsShort({ ratio, target, shop, bare }: Comparison): boolean {
  return (
    target !== undefined && (ratio < target || spreadOf(shop) >= WIDEST_SPREAD || errorsOf(shop, bare) > 0)
  );
}

function table(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

function latencies(shop: number, bare: number): string {
  return `${decimal(shop)} (bare ${decimal(bare)})`;
}

function errorsOf(shop: Load, bare: Load): number {
  return shop.errors + bare.errors;
}

function decimal(value: number | undefined, digits = 0): string {
  return value === undefined
    ? "-"
    : value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
