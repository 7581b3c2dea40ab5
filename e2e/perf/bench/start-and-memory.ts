import path from "node:path";
import { freePort } from "#db/embedded/free-port.ts";
import { end, startShopProcess, untilOpen } from "../../support/shop-process.ts";
import type { Closing } from "../closing.ts";
import { loadOf, loadOfWork } from "../load.ts";
import { memoryOf, processorTimeOf, untilIdle } from "../process-usage.ts";
import { ScriptedBuyer } from "../scripted-buyer.ts";
import type { MeasuredServer } from "../shop.ts";
import { cookieOfShopper } from "../signed-in-shopper.ts";

/** On a database that is there; the start before them makes it, and reads every file for the first time. */
const STARTS = 5;
const ROUNDS = 5;
/** After its last work; what only the start needed has been given back by then. */
const IDLE_SECONDS = 10;

export interface Start {
  untilFirstPageMs: number;
  /** Of the shop; the database and the payment stand-ins are processes of their own. */
  processorMs: number | undefined;
}

/** In MB of the web process. */
export interface Memory {
  idleMb: number | undefined;
  /** After each round of one person's pages, everybody's pages and orders. */
  underLoadMb: (number | undefined)[];
  errors: number;
}

interface Measuring {
  closing: Closing;
  folder: string;
}

/** Starts the built shop as `npm start` does, with its own PostgreSQL, until it has sent its first page. */
export async function measureStarts({ closing, folder }: Measuring): Promise<Start[]> {
  const starts: Start[] = [];
  for (let count = 0; count <= STARTS; count += 1) {
    const { stop, ...start } = await closing.open(
      () => openShop(folder),
      (shop) => shop.stop(),
    );
    await stop();
    if (count > 0) starts.push(start);
  }
  return starts;
}

/** What the web process holds when nobody asks for anything, and after rounds of load; `seconds` for each part. */
export async function measureMemory(shop: MeasuredServer, seconds: number): Promise<Memory> {
  await (await fetch(shop.url)).text();
  await untilIdle(shop.pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  const idleMb = memoryOf(shop.pid);
  const cookie = await cookieOfShopper(shop.url);
  const buyer = new ScriptedBuyer(shop.url);
  await buyer.fillCarts();
  const underLoadMb: Memory["underLoadMb"] = [];
  let errors = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const loads = [
      await loadOf(`${shop.url}/products/premium-biochar`, shop.pid, seconds, cookie),
      await loadOf(`${shop.url}/account`, shop.pid, seconds, cookie),
      await loadOf(`${shop.url}/products`, shop.pid, seconds),
      await loadOfWork(() => buyer.placeOrder(), seconds),
    ];
    errors += loads.reduce((sum, load) => sum + load.errors, 0);
    underLoadMb.push(memoryOf(shop.pid));
  }
  return { idleMb, underLoadMb, errors };
}

async function openShop(folder: string) {
  const port = await freePort();
  const begun = performance.now();
  const child = startShopProcess({ port, dataDir: path.join(folder, "shop"), settings: {} });
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(child, url);
  await (await fetch(url)).text();
  return {
    untilFirstPageMs: performance.now() - begun,
    processorMs: processorTimeOf(child.pid ?? 0),
    stop: async () => void (await end(child)),
  };
}
