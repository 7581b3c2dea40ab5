import { parseArgs } from "node:util";
import { z } from "zod";
import { freePort } from "#db/embedded/free-port.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { audit } from "../faults/audit.ts";
import { WaitedInVain } from "../faults/limit.ts";
import { Random } from "../faults/random.ts";
import { reconcile } from "../faults/reconcile.ts";
import { report } from "../faults/report.ts";
import { settle } from "../faults/settle.ts";
import type { Product } from "../faults/shopper.ts";
import { WebProcess } from "../faults/web-process.ts";
import { Closing } from "../perf/closing.ts";
import { Crowd } from "./crowd.ts";
import { drills } from "./drills.ts";
import { Onlooker } from "./onlooker.ts";
import { Pair } from "./pair.ts";
import { type DrillResult, playDrill } from "./play-drill.ts";

/**
 * `npm run failover`: the built shop on a primary and its synchronous standby, while people buy. The primary is lost in
 * three ways and the standby promoted each time; then the books are audited. Exits with 1 when something did not hold.
 * `node e2e/failover/run-failover.ts [--short] [--seed 1]`; the short form plays the first way alone.
 */
const { values } = parseArgs({ options: { short: { type: "boolean" }, seed: { type: "string" } } });
const seed = z.coerce
  .number()
  .int()
  .parse(values.seed ?? Date.now() % 1_000_000);
const STOCK = 1_000_000;
/** What is printed is the report; the shop has a log of its own. */
process.env.LOG_LEVEL = "silent";

const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
const closing = new Closing();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void closing.close().then(() => process.exit(1)));
}

console.log(`A database that dies, --seed ${seed}`);
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof WaitedInVain ? error.message : error);
  process.exitCode = 1;
} finally {
  await closing.close();
}
// Closes whatever may still be open.
process.exit();

async function run(): Promise<boolean> {
  const random = new Random(seed);
  const folder = await closing.open(() => makeThrowawayFolder(), removeThrowawayFolder);
  const pair = await closing.open(
    () => Pair.open(folder),
    (opened) => opened.close(),
  );
  progress("a primary and its standby");
  const web = await closing.open(
    () => openShop(folder, pair),
    (opened) => opened.close(),
  );
  const products = await prepare(pair);
  progress("the shop is open");
  const onlooker = await Onlooker.at(web.url);
  const crowd = await closing.open(
    async () => new Crowd(web.url, products, random.fork()),
    (opened) => opened.sendAway(),
  );
  const results: DrillResult[] = [];
  try {
    for (const drill of values.short ? drills.slice(0, 1) : drills) {
      progress(drill.name);
      results.push(await playDrill({ shopUrl: web.url, pair, crowd, onlooker, random }, drill));
    }
    progress("the last shoppers leave");
    await crowd.leave();
    await onlooker.leave();
  } catch (error) {
    console.error(`The end of the shop's log:\n${web.log.slice(-6000)}`);
    throw error;
  }
  progress("time passes, the sweeper comes");
  const settled = await settle(pair, web);
  progress("audit");
  const findings = [...(await audit(pair, crowd.visits)), await reconcile(pair, folder)];
  const passed = await report(pair, {
    seed,
    seconds: seconds(),
    visits: crowd.visits,
    damage: {
      acts: new Map(results.map(({ name }) => [name, 1])),
      violations: results.flatMap(({ violations }) => violations),
    },
    requests: crowd.traffic.requests,
    failures: crowd.traffic.failures.length,
    secondTries: crowd.traffic.secondTries,
    webStarts: web.starts,
    settled,
    findings,
  });
  describe(results);
  if (!passed) console.log(`\nThe end of the shop's log:\n${web.log.slice(-6000)}`);
  return passed;
}

async function openShop(folder: string, pair: Pair): Promise<WebProcess> {
  const web = new WebProcess({
    port: await freePort(),
    dataDir: folder,
    databaseUrl: pair.url,
    environment: { WEB_PROCESSES: values.short ? "1" : "2" },
  });
  await web.start();
  return web;
}

/** Enough stock for everybody, what the audit compares with, and a table for a write that must not happen. */
async function prepare(pair: Pair): Promise<readonly [Product, ...Product[]]> {
  await pair.query("update product set stock_quantity = $1", [STOCK]);
  await pair.query("create schema fault");
  await pair.query(
    "create table fault.start_stock as select id as product_id, stock_quantity as quantity from product",
  );
  await pair.query("create table fault.fenced (at timestamptz)");
  const rows = await pair.query("select id, name from product where archived_at is null order by id");
  const [first, ...others] = z.array(z.object({ id: z.number(), name: z.string() })).parse(rows);
  if (!first) throw new Error("The shop has no products.");
  return [first, ...others];
}

function describe(results: readonly DrillResult[]): void {
  for (const { name, seconds, statuses, notes } of results) {
    const answers = [...statuses].map(([status, count]) => `${count} × ${status || "broken off"}`).join(", ");
    console.log(`\n${name}: pages again ${seconds.toFixed(1)} s after the promotion; ${answers}`);
    for (const note of notes) console.log(`  ${note}`);
  }
}

function progress(what: string): void {
  console.log(`${seconds().toFixed(1).padStart(7)} s  ${what}`);
}
