import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Closing } from "./closing.ts";
import { fillStock, startCountingDatabase } from "./database.ts";
import { firstLoadOf } from "./first-load.ts";
import { measureOrders } from "./measure-orders.ts";
import { measurePage } from "./measure-page.ts";
import { memoryOf } from "./process-usage.ts";
import { print, type Report } from "./report.ts";
import { projectFolder, startShop } from "./shop.ts";

/**
 * `npm run bench [-- --seconds 10] [-- --profile]`: what the built shop does in a second beside bare servers that do
 * the same with nothing around it, in one run on one machine. Prints it and leaves it in .cache/bench.json; nothing
 * passes or fails. A profile of the shop's processor time goes to .cache/profile.
 */
const resultFile = path.join(projectFolder, ".cache", "bench.json");
const pages = [
  { name: "product page", address: "/products/premium-biochar" },
  { name: "catalogue", address: "/products" },
  { name: "GET /api/products", address: "/api/products" },
];
const firstLoads = ["/", "/products", "/products/premium-biochar", "/cart"];

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, profile: { type: "boolean", default: false } },
});
const seconds = Number(options.seconds);
if (!(seconds > 0)) {
  console.error("--seconds must be a number above 0: how long each of 16 measurements takes.");
  process.exit(2);
}

const closing = new Closing();
// Ctrl-C reaches us twice, from the terminal and from npm: the first counts.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}

try {
  await measure();
} catch (error) {
  if (!closing.begun) {
    console.error(error);
    process.exitCode = 1;
  }
}
await closing.close();

async function measure(): Promise<void> {
  const [loadBefore = 0] = os.loadavg();
  const folder = await closing.open(makeThrowawayFolder, removeThrowawayFolder);
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
  const memoryBefore = memoryOf(shop.pid);

  const measuring = { closing, folder, seconds, adminUrl: database.adminUrl, databaseUrl: database.url };
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
  for (const page of firstLoads) report.firstLoads.push(await firstLoadOf(shop.url, page));
  for (const { name, address } of pages) {
    console.log(`Measuring ${name} …`);
    report.comparisons.push(await measurePage(name, address, shop, measuring));
  }
  console.log("Measuring orders …");
  report.comparisons.push(await measureOrders("order (3 requests)", shop, measuring));
  report.memoryMb.after = memoryOf(shop.pid);

  mkdirSync(path.dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify(report, null, 2)}\n`);
  print(report);
  console.log(`All of it, with every statement: ${path.relative(process.cwd(), resultFile)}`);
}
