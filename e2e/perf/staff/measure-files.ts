import type pg from "pg";
import { memoryOf } from "../process-usage.ts";
import type { MeasuredShop } from "../shop.ts";
import { tablesReadWhole } from "./read-whole.ts";
import { csvExports } from "./staff-screens.ts";

/**
 * An engine's memory grows to a size of its own once there is much to do. What an export kept of its file would go on
 * growing: its second half may take this much more than the first, and a reader who stops this much more than was taken.
 */
const MEMORY_LIMIT_MB = 50;
const MEMORY_LOOK_MS = 100;
/** An export that does not wait for its reader would have read some hundred thousand orders by then. */
const SLOW_READER_MS = 8_000;

/** Downloads every CSV file of the staff's screens, and adds problems to `faults`. */
export async function measureFiles(
  shop: MeasuredShop,
  database: pg.Client,
  cookie: string,
  faults: Set<string>,
): Promise<void> {
  for (const address of csvExports) {
    await measureExport(shop, address, cookie, faults);
    const { statements } = await shop.recordStatements(() => fetchBeginning(shop, address, cookie));
    for (const fault of await tablesReadWhole(database, statements)) faults.add(`${address}: ${fault}`);
  }
  await measureSlowReader(shop, "/admin/orders.csv", cookie, faults);
}

/** Downloads a whole file, with the shop's memory meanwhile; then one whose reader stops in the middle. */
async function measureExport(
  shop: MeasuredShop,
  address: string,
  cookie: string,
  faults: Set<string>,
): Promise<void> {
  const begun = performance.now();
  const { bytes, memory } = await memoryDuring(shop, async () => {
    let taken = 0;
    const reader = await fetchFile(shop, address, cookie);
    for (let read = await reader.read(); !read.done; read = await reader.read()) taken += read.value.length;
    return taken;
  });
  const seconds = (performance.now() - begun) / 1000;
  const what = `${(bytes / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
  const allowed = Math.max(...memory.slice(0, Math.ceil(memory.length / 2)));
  report({ address, what, allowed, memory }, faults);
}

async function fetchBeginning(shop: MeasuredShop, address: string, cookie: string): Promise<void> {
  const reader = await fetchFile(shop, address, cookie);
  // The header comes before the first query, and a query before the rest.
  await reader.read();
  await reader.read();
  await reader.cancel();
}

/** What a reader does not fetch must stay in the database. */
async function measureSlowReader(
  shop: MeasuredShop,
  address: string,
  cookie: string,
  faults: Set<string>,
): Promise<void> {
  const { memory } = await memoryDuring(shop, async () => {
    const reader = await fetchFile(shop, address, cookie);
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, SLOW_READER_MS));
    await reader.cancel();
    return 0;
  });
  const what = `a reader who stops for ${SLOW_READER_MS / 1000} s`;
  report({ address, what, allowed: memory[0] ?? 0, memory }, faults);
}

async function fetchFile(shop: MeasuredShop, address: string, cookie: string) {
  const response = await fetch(shop.url + address, { headers: { cookie } });
  if (response.status !== 200 || !response.body) throw new Error(`${address} answered ${response.status}`);
  return response.body.getReader();
}

/** The result of a piece of work, with the shop's memory in MB before it and in each sample. */
async function memoryDuring(shop: MeasuredShop, work: () => Promise<number>) {
  const memory = [memoryOf(shop.pid) ?? 0];
  const looking = setInterval(() => memory.push(memoryOf(shop.pid) ?? 0), MEMORY_LOOK_MS);
  try {
    return { bytes: await work(), memory };
  } finally {
    clearInterval(looking);
    memory.push(memoryOf(shop.pid) ?? 0);
  }
}

interface Outcome {
  address: string;
  what: string;
  /** MB beyond which memory counts as growing. */
  allowed: number;
  /** MB, in each sample. */
  memory: number[];
}

function report({ address, what, allowed, memory }: Outcome, faults: Set<string>): void {
  const most = Math.max(...memory);
  const isFlat = most - allowed <= MEMORY_LIMIT_MB;
  if (!isFlat) faults.add(`${address}: memory went on growing by ${(most - allowed).toFixed(0)} MB`);
  const sizes = `memory ${inMb(memory[0])} before, ${inMb(most)} at most, ${inMb(most - allowed)} of it late`;
  console.log(`${isFlat ? "ok   " : "GROWS"} ${address}: ${what}, ${sizes}`);
}

function inMb(megabytes = 0): string {
  return `${megabytes.toFixed(0)} MB`;
}
