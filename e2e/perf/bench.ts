import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "#server/process/project-folder.ts";
import { measureCostOfOrder } from "./cost-of-order.ts";
import { CONNECTIONS } from "./load.ts";
import { type Comparison, measurePage } from "./measure-page.ts";
import { fillBatches, fillStock, openFolder, runAndClose, startCountingDatabase, startShop } from "./shop.ts";
import { measureMemory, measureStarts } from "./start-and-memory.ts";

/**
 * `npm run bench [-- --seconds 10] [-- --profile]`: the built shop's rate per second beside bare servers that send the
 * same bytes, in one run on one machine. A profile of the shop's processor time goes to .cache/profile.
 *
 * `npm run bench -- --order [--orders 400]`: what one order and its after-work cost, and where.
 *
 * `npm run bench -- --start`: how soon the shop answers, and how much memory it holds.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    profile: { type: "boolean", default: false },
    order: { type: "boolean", default: false },
    orders: { type: "string", default: "400" },
    start: { type: "boolean", default: false },
  },
});
const seconds = Number(options.seconds);

const pages = [
  "/",
  "/products/premium-biochar",
  "/products",
  "/about",
  "/batches/BENCH-5000",
  "/batches",
  "/api/products",
];
/** The least part of the bare server's rate. */
const leastRatio = (address: string) => (address.startsWith("/api/") ? 1 / 4 : 1 / 2);
/** One visitor in a hundred may wait at most this many times the median; the generator tells no time below 1 ms. */
const WIDEST_SPREAD = 10;
/** From the start to the first page in ms; memory in MB of 1024 × 1024 bytes, with nobody there. */
const MOST = { startMs: 3000, idleMb: 300 };

await runAndClose((closing) => {
  if (options.order) return measureOrder(closing);
  return options.start ? measureStartAndMemory(closing) : measurePages(closing);
});

/** With a database of its own, whose products never run out, and ten thousand batches. */
async function openMeasuredShop(closing: AsyncDisposableStack, folder: string) {
  const database = await startCountingDatabase(closing, folder);
  const profileDir = options.profile ? path.join(projectFolder, ".cache", "profile") : undefined;
  const shop = await startShop(closing, { databaseUrl: database.url, dataDir: folder, profileDir });
  await fillStock(database.url);
  await fillBatches(database.url);
  return shop;
}

async function measurePages(closing: AsyncDisposableStack): Promise<boolean> {
  console.log(
    `Node ${process.version} on ${os.cpus().length} × ${os.cpus()[0]?.model}, load ${os.loadavg()[0]}.`,
  );
  console.log(`${CONNECTIONS} connections, twice ${seconds} s each in turns, with a browser's headers.`);
  const folder = await openFolder(closing);
  const shop = await openMeasuredShop(closing, folder);
  const rows: Record<string, Record<string, string | number>> = {};
  let areAllFast = true;
  for (const address of pages) {
    const comparison = await measurePage(closing, folder, shop, address, seconds);
    const isFast = isFastEnough(address, comparison);
    areAllFast &&= isFast;
    rows[address] = rowOf(comparison, isFast);
  }
  console.table(rows);
  console.log(
    "The bare rates are limited by the load generator, which shares the processor: CPU compares better.",
  );
  return areAllFast;
}

function rowOf({ shop, bare, ratio, bytes }: Comparison, isFast: boolean): Record<string, string | number> {
  return {
    "per s": Math.round(shop.perSecond),
    "bare per s": Math.round(bare.perSecond),
    ratio: Number(ratio.toFixed(2)),
    "": isFast ? "✓" : "✗",
    "median ms": shop.medianMs,
    "p99 ms": shop.p99Ms,
    "CPU µs": Math.round(shop.processorUs),
    "bare CPU µs": Math.round(bare.processorUs),
    bytes,
    errors: shop.errors + bare.errors,
  };
}

/** Neither slower than asked for nor much slower for some visitors than for most. */
function isFastEnough(address: string, { shop, bare, ratio }: Comparison): boolean {
  const spread = shop.p99Ms / Math.max(1, shop.medianMs);
  return ratio >= leastRatio(address) && spread < WIDEST_SPREAD && shop.errors + bare.errors === 0;
}

async function measureOrder(closing: AsyncDisposableStack): Promise<boolean> {
  const folder = await openFolder(closing);
  const cost = await measureCostOfOrder(closing, folder, Number(options.orders));
  for (const [name, { dearest, ...figures }] of [
    ["An order", cost.order],
    ["Its after-work", cost.afterWork],
  ] as const) {
    console.log(name, figures);
    for (const { calls, ms, text } of dearest)
      console.log(`  ${calls.toFixed(1)} calls, ${ms.toFixed(3)} ms: ${text.slice(0, 140)}`);
  }
  const [paid, done] = [cost.paidPerSecond.toFixed(1), cost.perSecond.toFixed(1)];
  console.log(`${paid} paid orders a second, ${done} until the last job of the last one was done.`);
  return true;
}

async function measureStartAndMemory(closing: AsyncDisposableStack): Promise<boolean> {
  const folder = await openFolder(closing);
  const starts = await measureStarts(closing, folder);
  const median = starts[Math.floor(starts.length / 2)] ?? 0;
  const shop = await openMeasuredShop(closing, folder);
  const { idleMb, underLoadMb } = await measureMemory(shop, seconds);
  console.log(`From the start to the first page: ${median.toFixed(0)} ms (at most ${MOST.startMs}).`);
  console.log(`Memory of the web process when idle: ${idleMb.toFixed(0)} MB (at most ${MOST.idleMb}).`);
  console.log(`After each round of load: ${underLoadMb.join(", ")} MB.`);
  return median <= MOST.startMs && idleMb <= MOST.idleMb;
}
