import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type pg from "pg";
import { freePort } from "#db/embedded/connection-settings.ts";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { startMailSink, WebProcess } from "../support/web-process.ts";
import { CONNECTIONS, type Comparison, loadOf, measurePage } from "./measure-page.ts";
import {
  connect,
  cookieOfShopper,
  fillShop,
  type MeasuredServer,
  memoryOf,
  openFolder,
  processorTimeOf,
  runAndClose,
  ScriptedBuyer,
  startShop,
  untilIdle,
} from "./shop.ts";

/**
 * `npm run bench [-- --seconds 10] [-- --profile]`: the built shop's rate per second beside bare servers that send the
 * same bytes, in one run on one machine. A profile of the shop's processor time goes to .cache/profile.
 *
 * `npm run bench -- --order [--orders 400]`: how many orders a second the shop takes, and its processor time for one.
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

/** On a database that is there; the start before them makes it, and reads every file for the first time. */
const STARTS = 5;
const ROUNDS = 5;
const ORDERS_IN_A_ROUND = 100;
/** After its last work; what only the start needed has been given back by then. */
const IDLE_MS = 10_000;

const WARM_UP_ORDERS = 200;
const LOOK_MS = 50;
const PATIENCE_MS = 120_000;

await runAndClose((closing) => {
  if (options.order) return measureOrder(closing);
  return options.start ? measureStartAndMemory(closing) : measurePages(closing);
});

/** With a database of its own, whose products never run out, and ten thousand batches. */
async function openMeasuredShop(
  closing: AsyncDisposableStack,
  folder: string,
  settings: Record<string, string> = {},
) {
  const database = closing.adopt(await startEmbeddedPostgres({ dataDir: folder }), (opened) => opened.stop());
  const profileDir = options.profile ? path.join(projectFolder, ".cache", "profile") : undefined;
  const shop = await startShop(closing, { databaseUrl: database.url, dataDir: folder, profileDir, settings });
  await fillShop(database.url);
  return { shop, database };
}

async function measurePages(closing: AsyncDisposableStack): Promise<boolean> {
  console.log(
    `Node ${process.version} on ${os.cpus().length} × ${os.cpus()[0]?.model}, load ${os.loadavg()[0]}.`,
  );
  console.log(`${CONNECTIONS} connections, twice ${seconds} s each in turns, with a browser's headers.`);
  const folder = await openFolder(closing);
  const { shop } = await openMeasuredShop(closing, folder);
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

/** Whole orders of twenty shoppers, in a shop that sends their mails to a mail server meanwhile. */
async function measureOrder(closing: AsyncDisposableStack): Promise<boolean> {
  const orders = Number(options.orders);
  const mailSink = closing.adopt(await startMailSink(), (sink) => sink.stop());
  const { shop, database } = await openMeasuredShop(closing, await openFolder(closing), {
    SMTP_URL: mailSink.url,
    MAIL_FROM: "shop@oxbow.example",
  });
  const client = await connect(closing, database.url);
  const buyer = new ScriptedBuyer(shop.url);
  await buyer.fillCarts();
  await buyer.placeOrders(WARM_UP_ORDERS);
  await untilJobsAreDone(client);
  await untilIdle(shop.pid);
  const [started, usedBefore] = [performance.now(), processorTimeOf(shop.pid)];
  const perSecond = () => ((orders * 1000) / (performance.now() - started)).toFixed(1);
  await buyer.placeOrders(orders);
  const paid = perSecond();
  await untilJobsAreDone(client);
  console.log(`${paid} paid orders a second, ${perSecond()} until the last job of the last one was done.`);
  const used = (processorTimeOf(shop.pid) - usedBefore) / orders;
  console.log(`Processor of the shop for an order and its after-work: ${used.toFixed(1)} ms.`);
  return true;
}

/** Waits until no mail waits for a job, and no job is due or being done. */
async function untilJobsAreDone(client: pg.Client): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(LOOK_MS)) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from waiting_email)::int + (select count(*) from graphile_worker._private_jobs
         where attempts < max_attempts and run_at <= now())::int as left`,
    );
    if (rows[0]?.left === 0) return;
  }
  throw new Error("The jobs are not done.");
}

async function measureStartAndMemory(closing: AsyncDisposableStack): Promise<boolean> {
  const folder = await openFolder(closing);
  const starts = await measureStarts(closing, folder);
  const median = starts[Math.floor(starts.length / 2)] ?? 0;
  const { shop } = await openMeasuredShop(closing, folder);
  const { idleMb, underLoadMb } = await measureMemory(shop);
  console.log(`From the start to the first page: ${median.toFixed(0)} ms (at most ${MOST.startMs}).`);
  console.log(`Memory of the web process when idle: ${idleMb.toFixed(0)} MB (at most ${MOST.idleMb}).`);
  console.log(`After each round of load: ${underLoadMb.join(", ")} MB.`);
  return median <= MOST.startMs && idleMb <= MOST.idleMb;
}

/** Starts the built shop as `npm start` does, with its own PostgreSQL; returns the ms until its first page, sorted. */
async function measureStarts(closing: AsyncDisposableStack, folder: string): Promise<number[]> {
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
 * everybody's pages and orders.
 */
async function measureMemory(shop: MeasuredServer) {
  await (await fetch(shop.url)).text();
  await untilIdle(shop.pid);
  await wait(IDLE_MS);
  const idleMb = memoryOf(shop.pid);
  const cookie = await cookieOfShopper(shop.url);
  const buyer = new ScriptedBuyer(shop.url);
  await buyer.fillCarts();
  const underLoadMb: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await loadOf(`${shop.url}/products/premium-biochar`, shop.pid, seconds, cookie);
    await loadOf(`${shop.url}/account`, shop.pid, seconds, cookie);
    await loadOf(`${shop.url}/products`, shop.pid, seconds);
    await buyer.placeOrders(ORDERS_IN_A_ROUND);
    underLoadMb.push(Math.round(memoryOf(shop.pid)));
  }
  return { idleMb, underLoadMb };
}
