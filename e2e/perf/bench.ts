import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "#server/process/project-folder.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { fillBatches, fillStock, startCountingDatabase } from "./bench/database.ts";
import { measureFirstLoads } from "./bench/first-loads.ts";
import { measurePage, type Visit } from "./bench/measure-page.ts";
import {
  fallsShort,
  isTooHeavy,
  isTooSlowOrLarge,
  print,
  printCostOfOrder,
  printStartAndMemory,
  type Report,
} from "./bench/report.ts";
import { measureMemory, measureStarts } from "./bench/start-and-memory.ts";
import { Closing } from "./closing.ts";
import { measureCostOfOrder } from "./orders/cost-of-order.ts";
import { memoryOf } from "./process-usage.ts";
import { startShop } from "./shop.ts";
import { cookieOfShopper } from "./signed-in-shopper.ts";

/**
 * `npm run bench [-- --seconds 10] [-- --profile]`: the built shop's rate per second beside bare servers that send the
 * same bytes, in one run on one machine. Prints the result with what passes and what does not, and writes it to
 * .cache/bench.json. A profile of the shop's processor time goes to .cache/profile.
 *
 * `npm run bench -- --order [--orders 400]`: what one order and its after-work cost, and where.
 *
 * `npm run bench -- --start`: how soon the shop answers, and how much memory it holds.
 */
const resultFile = path.join(projectFolder, ".cache", "bench.json");
/** The targets, as parts of the bare servers' rates. */
const targets = { page: 1 / 2, list: 1 / 4 };
const pages: Visit[] = [
  { name: "home", address: "/", target: targets.page },
  { name: "product page", address: "/products/premium-biochar", target: targets.page },
  { name: "catalogue", address: "/products", target: targets.page },
  { name: "text page", address: "/about", target: targets.page },
  { name: "batch of 10,000", address: "/batches/BENCH-5000", target: targets.page },
  { name: "batches, of 10,000", address: "/batches", target: targets.page },
  { name: "GET /api/products", address: "/api/products", target: targets.list },
];

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
if (!(seconds > 0)) {
  console.error("--seconds must be a number above 0: how long each measurement takes.");
  process.exit(2);
}

const closing = new Closing();
// Ctrl-C arrives twice, from the terminal and from npm: the first counts.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}

try {
  if (options.start) await measureStartAndMemory();
  else await (options.order ? measureOrder() : measure());
} catch (error) {
  if (!closing.begun) {
    console.error(error);
    process.exitCode = 1;
  }
}
await closing.close();

async function measureOrder(): Promise<void> {
  const orders = Number(options.orders);
  const folder = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  printCostOfOrder(await measureCostOfOrder({ closing, folder, orders }));
}

async function measureStartAndMemory(): Promise<void> {
  const folder = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  const starts = await measureStarts({ closing, folder });
  const { shop } = await openMeasuredShop(folder);
  const memory = await measureMemory(shop, seconds);
  printStartAndMemory(starts, memory);
  if (isTooSlowOrLarge(starts, memory)) process.exitCode = 1;
}

/** With a database of its own, whose products never run out, and ten thousand batches. */
async function openMeasuredShop(folder: string) {
  const database = await closing.open(
    () => startCountingDatabase(folder),
    (opened) => opened.stop(),
  );
  const profileDir = options.profile ? path.join(projectFolder, ".cache", "profile") : undefined;
  const shop = await closing.open(
    () => startShop({ databaseUrl: database.url, dataDir: folder, profileDir }),
    (opened) => opened.stop(),
  );
  await fillStock(database.url);
  await fillBatches(database.url);
  return { database, shop };
}

async function measure(): Promise<void> {
  const [loadBefore = 0] = os.loadavg();
  const folder = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  const { database, shop } = await openMeasuredShop(folder);
  const memoryBefore = memoryOf(shop.pid);

  const measuring = { closing, folder, seconds, adminUrl: database.adminUrl };
  const report: Report = {
    date: new Date().toISOString(),
    node: process.version,
    processor: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? "unknown processor"}`,
    loadBefore,
    seconds,
    memoryMb: { before: memoryBefore, after: undefined },
    comparisons: [],
    firstLoads: [],
  };
  report.firstLoads = await measureFirstLoads(shop.url, await cookieOfShopper(shop.url));
  for (const visit of pages) {
    console.log(`Measuring ${visit.name} …`);
    report.comparisons.push(await measurePage(visit, shop, measuring));
  }
  report.memoryMb.after = memoryOf(shop.pid);

  mkdirSync(path.dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify(report, null, 2)}\n`);
  print(report);
  if (report.comparisons.some(fallsShort) || report.firstLoads.some(isTooHeavy)) process.exitCode = 1;
  console.log(`All of it, with every statement: ${path.relative(process.cwd(), resultFile)}`);
}
