import os from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { Closing } from "../bench/closing.ts";
import { memoryOf, processorTimeOf } from "../bench/process-usage.ts";
import { type MeasuredShop, startShop } from "../bench/shop.ts";
import { tablesReadWhole } from "./read-whole.ts";
import { csvExports, staffScreens } from "./staff-screens.ts";

/**
 * `DATABASE_URL=… npm run measure:staff [-- --rounds 15]`: opens each staff list, search and chart of the built shop on a
 * database that `npm run generate:scale` filled, and prints how long the server took, at best, in the median and at
 * worst, and the shop's own processor time, without the database's. Where the machine does other work beside, the best
 * tells more than the median. It fails when a median is above 150 ms, when a query reads a large table whole, and when
 * memory grows with an export.
 */
const LIMIT_MS = 150;
/** An export may keep this much more than the shop had before it. */
const MEMORY_LIMIT_MB = 100;
const MEMORY_LOOK_MS = 100;
/** A tenth of the largest file. */
const WARM_UP_BYTES = 30_000_000;
/** An export that did not wait for its reader would have gone through some hundred thousand orders by then. */
const SLOW_READER_MS = 8_000;

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(options.rounds);
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl || !(rounds >= 1)) {
  console.error(
    "Set DATABASE_URL to a database that npm run generate:scale filled; --rounds is a number from 1.",
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
  const dataDir = await closing.open(makeThrowawayFolder, removeThrowawayFolder);
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
  const cookie = await signIn(shop);
  const open = async (address: string) => {
    const answer = await fetch(shop.url + address, { headers: { cookie }, redirect: "manual" });
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const [load = 0] = os.loadavg();
  console.log(`${os.cpus().length} processors, load ${load.toFixed(1)} before`);
  console.log("          best    median     worst  processor  screen");
  let [asked, failed] = [0, 0];
  for (const { name, address } of await staffScreens(database)) {
    for (let round = 0; round < 3; round += 1) await open(address);
    const times: number[] = [];
    const usedBefore = processorTimeOf(shop.pid) ?? Number.NaN;
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      await open(address);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const [best = 0, median = 0, worst = 0] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
    const used = ((processorTimeOf(shop.pid) ?? Number.NaN) - usedBefore) / rounds;
    const statements = await shop.recordStatements(() => open(address));
    const readWhole = await tablesReadWhole(database, statements);
    const isSlow = median > LIMIT_MS;
    if (isSlow) faults.add(`${name}: ${median.toFixed(0)} ms in the median`);
    for (const fault of readWhole) faults.add(`${name}: ${fault}`);
    const verdict = isSlow ? "SLOW" : readWhole.length > 0 ? "SCAN" : "ok";
    console.log(`${verdict.padEnd(5)} ${inMs(best)} ${inMs(median)} ${inMs(worst)}  ${inMs(used)}  ${name}`);
    if (isSlow || readWhole.length > 0) failed += 1;
    asked += 1;
  }
  const [loadAfter = 0] = os.loadavg();
  console.log(
    `${asked - failed} of ${asked} under ${LIMIT_MS} ms by an index; load ${loadAfter.toFixed(1)} after`,
  );
  await warmUp(shop, cookie);
  for (const address of csvExports) {
    await measureExport(shop, address, cookie);
    const statements = await shop.recordStatements(() => fetchBeginning(shop, address, cookie));
    for (const fault of await tablesReadWhole(database, statements)) faults.add(`${address}: ${fault}`);
  }
  await measureSlowReader(shop, "/admin/orders.csv", cookie);
}

async function signIn(shop: MeasuredShop): Promise<string> {
  const answer = await fetch(`${shop.url}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@example.com", password: "biochar-demo" }),
  });
  if (answer.status !== 200) throw new Error("The demo administrator cannot sign in to this database.");
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** A file fetched whole, and what the shop's memory grew to meanwhile; then one whose reader stops in the middle. */
async function measureExport(shop: MeasuredShop, address: string, cookie: string): Promise<void> {
  const begun = performance.now();
  const { bytes, before, most } = await memoryDuring(shop, async () => {
    let taken = 0;
    const reader = await fetchFile(shop, address, cookie);
    for (let read = await reader.read(); !read.done; read = await reader.read()) taken += read.value.length;
    return taken;
  });
  const seconds = (performance.now() - begun) / 1000;
  report(address, `${(bytes / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(1)} s`, before, most);
}

/** An engine's memory grows to a size of its own once there is much to do, however long the file is. */
async function warmUp(shop: MeasuredShop, cookie: string): Promise<void> {
  await fetchBeginning(shop, "/admin/orders.csv", cookie, WARM_UP_BYTES);
}

async function fetchBeginning(shop: MeasuredShop, address: string, cookie: string, bytes = 1): Promise<void> {
  const reader = await fetchFile(shop, address, cookie);
  let taken = 0;
  for (let read = await reader.read(); !read.done && taken < bytes; read = await reader.read()) {
    taken += read.value.length;
  }
  await reader.cancel();
}

async function measureSlowReader(shop: MeasuredShop, address: string, cookie: string): Promise<void> {
  const { before, most } = await memoryDuring(shop, async () => {
    const reader = await fetchFile(shop, address, cookie);
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, SLOW_READER_MS));
    await reader.cancel();
    return 0;
  });
  report(address, `a reader who stops for ${SLOW_READER_MS / 1000} s`, before, most);
}

async function fetchFile(shop: MeasuredShop, address: string, cookie: string) {
  const answer = await fetch(shop.url + address, { headers: { cookie } });
  if (answer.status !== 200 || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  return answer.body.getReader();
}

async function memoryDuring(shop: MeasuredShop, work: () => Promise<number>) {
  const before = memoryOf(shop.pid) ?? 0;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(shop.pid) ?? 0);
  }, MEMORY_LOOK_MS);
  try {
    return { bytes: await work(), before, most: Math.max(most, memoryOf(shop.pid) ?? 0) };
  } finally {
    clearInterval(looking);
  }
}

function report(address: string, what: string, before: number, most: number): void {
  const grown = most - before;
  const isFlat = grown <= MEMORY_LIMIT_MB;
  if (!isFlat) faults.add(`${address}: memory grew by ${grown.toFixed(0)} MB`);
  console.log(
    `${isFlat ? "ok   " : "GROWS"} ${address}: ${what}, memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  );
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(1).padStart(6)} ms`;
}
