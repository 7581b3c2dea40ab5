import os from "node:os";
import { parseArgs } from "node:util";
import type pg from "pg";
import {
  connect,
  cookieOfStaff,
  type MeasuredServer,
  openFolder,
  processorTimeOf,
  runAndClose,
  startShop,
} from "./shop.ts";
import { staffScreens } from "./staff-screens.ts";

/**
 * `DATABASE_URL=… npx node e2e/perf/measure-staff.ts [--rounds 15]`: opens each staff list, search and chart of the built shop on
 * a database that `e2e/perf/generate.ts` filled, and prints how long the server took: the first time, at best, in the
 * median and at worst, and the shop's own processor time, without the database's. Where the machine does other work
 * beside, the best tells more than the median. It fails when a median is above 150 ms.
 */
const LIMIT_MS = 150;

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "15" } },
});
const rounds = Number(options.rounds);
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl || !(rounds >= 1)) {
  console.error(
    "Set DATABASE_URL to a database that e2e/perf/generate.ts filled; --rounds is a number from 1.",
  );
  process.exit(2);
}

await runAndClose(async (closing) => {
  const shop = await startShop(closing, { databaseUrl, dataDir: await openFolder(closing) });
  const database = await connect(closing, databaseUrl);
  const cookie = await cookieOfStaff(shop.url);
  return measureScreens(shop, database, async (address) => {
    const response = await fetch(shop.url + address, { headers: { cookie }, redirect: "manual" });
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    await response.arrayBuffer();
  });
});

/** A line for each screen: whether it passes, and its times in milliseconds. Returns whether all pass. */
async function measureScreens(
  shop: MeasuredServer,
  database: pg.Client,
  open: (address: string) => Promise<void>,
): Promise<boolean> {
  console.log(`${os.cpus().length} processors, load ${loadNow()} before`);
  console.log("        first      best    median     worst  processor  screen");
  let [requests, failed] = [0, 0];
  for (const address of await staffScreens(database)) {
    const first = await timeOf(() => open(address));
    for (let round = 0; round < 2; round += 1) await open(address);
    const times: number[] = [];
    const usedBefore = processorTimeOf(shop.pid);
    for (let round = 0; round < rounds; round += 1) times.push(await timeOf(() => open(address)));
    const used = (processorTimeOf(shop.pid) - usedBefore) / rounds;
    times.sort((a, b) => a - b);
    const [best = 0, median = 0, worst = 0] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
    const isSlow = median > LIMIT_MS;
    const verdict = isSlow ? "SLOW" : "ok";
    console.log(
      `${verdict.padEnd(4)} ${[first, best, median, worst, used].map(inMs).join(" ")}  ${decodeURIComponent(address)}`,
    );
    if (isSlow) failed += 1;
    requests += 1;
  }
  console.log(`${requests - failed} of ${requests} under ${LIMIT_MS} ms; load ${loadNow()} after`);
  return failed === 0;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function loadNow(): string {
  return (os.loadavg()[0] ?? 0).toFixed(1);
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(1).padStart(6)} ms`;
}
