import os from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Closing } from "./closing.ts";
import { processorTimeOf } from "./process-usage.ts";
import { type MeasuredServer, startShop } from "./shop.ts";
import { cookieOfStaff } from "./signed-in-staff.ts";
import { staffScreens } from "./staff/staff-screens.ts";

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

const closing = new Closing();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}
const faults = new Set<string>();
try {
  await measure(databaseUrl);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await closing.close();
for (const fault of faults) console.error(fault);
if (faults.size > 0) process.exitCode = 1;

async function measure(url: string): Promise<void> {
  const dataDir = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  const shop = await closing.open(
    () => startShop({ databaseUrl: url, dataDir }),
    (opened) => opened.stop(),
  );
  const database = await closing.open(
    async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    },
    (client) => client.end(),
  );
  const cookie = await cookieOfStaff(shop.url);
  const open = async (address: string) => {
    const response = await fetch(shop.url + address, { headers: { cookie }, redirect: "manual" });
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    await response.arrayBuffer();
  };
  await measureScreens(shop, database, open);
}

/** A table with a line for each screen: whether it passes, and its times in milliseconds. */
async function measureScreens(
  shop: MeasuredServer,
  database: pg.Client,
  open: (address: string) => Promise<void>,
): Promise<void> {
  console.log(`${os.cpus().length} processors, load ${loadNow()} before`);
  console.log("        first      best    median     worst  processor  screen");
  let [requests, failed] = [0, 0];
  for (const { name, address } of await staffScreens(database)) {
    const first = await timeOf(() => open(address));
    for (let round = 0; round < 2; round += 1) await open(address);
    const times: number[] = [];
    const usedBefore = processorTimeOf(shop.pid) ?? Number.NaN;
    for (let round = 0; round < rounds; round += 1) times.push(await timeOf(() => open(address)));
    const used = ((processorTimeOf(shop.pid) ?? Number.NaN) - usedBefore) / rounds;
    times.sort((a, b) => a - b);
    const [best = 0, median = 0, worst = 0] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
    const isSlow = median > LIMIT_MS;
    if (isSlow) faults.add(`${name}: ${median.toFixed(0)} ms in the median`);
    const verdict = isSlow ? "SLOW" : "ok";
    console.log(`${verdict.padEnd(4)} ${[first, best, median, worst, used].map(inMs).join(" ")}  ${name}`);
    if (isSlow) failed += 1;
    requests += 1;
  }
  console.log(`${requests - failed} of ${requests} under ${LIMIT_MS} ms; load ${loadNow()} after`);
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
