import path from "node:path";
import { freePort } from "#db/embedded/free-port.ts";
import { WebProcess } from "../support/web-process.ts";
import { loadOf } from "./load.ts";
import { ScriptedBuyer } from "./scripted-buyer.ts";
import { cookieOfShopper, type MeasuredServer, memoryOf, untilIdle } from "./shop.ts";

/** On a database that is there; the start before them makes it, and reads every file for the first time. */
const STARTS = 5;
const ROUNDS = 5;
const ORDERS = 100;
/** After its last work; what only the start needed has been given back by then. */
const IDLE_SECONDS = 10;

/** Starts the built shop as `npm start` does, with its own PostgreSQL; returns the ms until its first page, sorted. */
export async function measureStarts(closing: AsyncDisposableStack, folder: string): Promise<number[]> {
  const starts: number[] = [];
  const dataDir = path.join(folder, "shop");
  for (let count = 0; count <= STARTS; count += 1) {
    const logFile = path.join(folder, "starts.log");
    const shop = new WebProcess({ port: await freePort(), dataDir, settings: {}, logFile });
    closing.defer(async () => void (await shop.end()));
    const begun = performance.now();
    await shop.start();
    await (await fetch(shop.url)).text();
    starts.push(performance.now() - begun);
    await shop.end();
  }
  return starts.slice(1).sort((one, other) => one - other);
}

/**
 * What the web process holds in MB: when nobody asks for anything, and after each round of one person's pages,
 * everybody's pages and orders; `seconds` for each part.
 */
export async function measureMemory(shop: MeasuredServer, seconds: number) {
  await (await fetch(shop.url)).text();
  await untilIdle(shop.pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  const idleMb = memoryOf(shop.pid);
  const cookie = await cookieOfShopper(shop.url);
  const buyer = new ScriptedBuyer(shop.url);
  await buyer.fillCarts();
  const underLoadMb: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await loadOf(`${shop.url}/products/premium-biochar`, shop.pid, seconds, cookie);
    await loadOf(`${shop.url}/account`, shop.pid, seconds, cookie);
    await loadOf(`${shop.url}/products`, shop.pid, seconds);
    await buyer.placeOrders(ORDERS);
    underLoadMb.push(Math.round(memoryOf(shop.pid)));
  }
  return { idleMb, underLoadMb };
}
