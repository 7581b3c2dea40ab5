import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { freePort } from "#db/embedded/free-port.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { audit, copyProviderRecords } from "./audit.ts";
import { Browser, type Traffic } from "./browser.ts";
import { type Damage, plan } from "./chaos.ts";
import { FaultDatabase } from "./database.ts";
import { WaitedInVain, within } from "./limit.ts";
import { Random } from "./random.ts";
import { reconcile } from "./reconcile.ts";
import { report } from "./report.ts";
import { settle } from "./settle.ts";
import { lineUp, type Product, type ShopperKind, type Visit, visit } from "./shopper.ts";
import { StepStops } from "./step-stops.ts";
import { steps } from "./steps.ts";
import { WebProcess } from "./web-process.ts";

/**
 * Buys from the built shop while its web process is killed at every step, its database is restarted and its webhooks
 * are lost; then proves from the database that no payment lacks its order. Exits with 1 when one does, or when
 * something never happened: every wait has a limit. `node e2e/faults/run-faults.ts [--checkouts 25] [--seed 1]`
 */
const { values } = parseArgs({ options: { checkouts: { type: "string" }, seed: { type: "string" } } });
const checkouts = z.coerce
  .number()
  .int()
  .min(1)
  .parse(values.checkouts ?? 25);
const seed = z.coerce
  .number()
  .int()
  .parse(values.seed ?? Date.now() % 1_000_000);

/** Shoppers at a time. */
const AT_ONCE = 5;
/**
 * From this many checkouts on a run is a long one and dies at every step. A short one dies once in each part of the
 * path.
 */
const LONG = 100;
/** One round of chaos for this many checkouts. */
const CHECKOUTS_PER_ROUND = 200;
const SHORT_ROUND = { short: true, randomKills: 0, restarts: 1, standInKills: 1 };
const LONG_ROUND = { short: false, randomKills: 2, restarts: 6, standInKills: 4 };
const STOCK = 1_000_000;
/** Longer than every limit inside an act. */
const ACT_LIMIT_MS = 240_000;
/** How long shoppers may take between two acts. */
const PACE_LIMIT_MS = 20_000;
/** For the rest of the line: a visit ends within a minute or two, whatever happens. */
const VISITS_LIMIT_MS = 240_000 + checkouts * 5000;

const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
const random = new Random(seed);
const over = new AbortController();
const traffic: Traffic = { requests: 0, failures: [], secondTries: [], over: over.signal };
const damage: Damage = { acts: new Map(), violations: [] };
const visits: Visit[] = [];
const inside = new Map<string, ShopperKind>();
const closing: (() => Promise<unknown>)[] = [];
let closed: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close().then(() => process.exit(1)));
}

console.log(`${checkouts} checkouts while everything breaks, --seed ${seed}`);
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof WaitedInVain ? error.message : error);
  tellWhoIsInside();
  process.exitCode = 1;
} finally {
  await close();
}
// Closes whatever may still be open.
process.exit();

async function run(): Promise<boolean> {
  const dataDir = await makeThrowawayFolder();
  closing.push(() => removeThrowawayFolder(dataDir));
  const database = new FaultDatabase(dataDir);
  closing.push(() => database.close());
  await database.start();
  const web = new WebProcess({ port: await freePort(), dataDir, databaseUrl: database.url });
  closing.push(() => web.close());
  closing.push(async () => over.abort());
  await web.start();
  const stops = new StepStops(database, web);
  closing.push(() => stops.disconnect());
  const products = await prepare(database, stops);

  const invited: ShopperKind[] = [];
  const invite = (kind: ShopperKind) => {
    if (invited.length < 2) invited.push(kind);
  };
  const rounds = Math.max(1, Math.round(checkouts / CHECKOUTS_PER_ROUND));
  const world = { database, web, stops, traffic, random, damage, invite };
  const extent = checkouts < LONG ? SHORT_ROUND : LONG_ROUND;
  let calm = false;
  const acts = Array.from({ length: rounds }, () => plan(world, extent)).flat();
  const breakThings = async () => {
    for (const [number, { name, act }] of acts.entries()) {
      progress(name);
      await within(ACT_LIMIT_MS, `the act "${name}" to end`, act());
      await untilServed((checkouts * (number + 1)) / acts.length);
    }
    calm = true;
    progress("calm: the last shoppers are served");
  };
  const serving = admitShoppers({ shopUrl: web.url, products, invited, enough: () => calm });
  try {
    const lastLeft = breakThings().then(() => within(VISITS_LIMIT_MS, "the last shoppers to leave", serving));
    await Promise.all([serving, lastLeft]);
  } catch (error) {
    console.error(`The end of the shop's log:\n${web.log.slice(-6000)}`);
    throw error;
  }
  inside.clear();
  progress("time passes, the sweeper comes");
  const settled = await settle(database, web);
  progress("audit");
  await copyProviderRecords(database, web);
  const findings = [...(await audit(database, visits)), await reconcile(database, dataDir)];
  const passed = await report(database, {
    seed,
    seconds: seconds(),
    visits,
    damage,
    requests: traffic.requests,
    failures: traffic.failures.length,
    secondTries: traffic.secondTries,
    webStarts: web.starts,
    settled,
    findings,
  });
  if (!passed) console.log(`\nThe end of the shop's log:\n${web.log.slice(-6000)}`);
  return passed;
}

/** Enough stock for everybody, and the triggers that stop the shop at its steps. */
async function prepare(database: FaultDatabase, stops: StepStops): Promise<readonly [Product, ...Product[]]> {
  await stops.install(steps);
  await stops.connect();
  await database.query("update product set stock_quantity = $1", [STOCK]);
  await database.query(
    "create table fault.start_stock as select id as product_id, stock_quantity as quantity from product",
  );
  const rows = await database.query("select id, name from product where archived_at is null order by id");
  const [first, ...others] = z.array(z.object({ id: z.number(), name: z.string() })).parse(rows);
  if (!first) throw new Error("The shop has no products.");
  return [first, ...others];
}

interface OpenShop {
  shopUrl: string;
  products: readonly [Product, ...Product[]];
  /** Shoppers who come before the others in the line. */
  invited: ShopperKind[];
  /** Whether the run may end once the line has been served. */
  enough: () => boolean;
}

/** Lets shoppers in, a few at a time, until the line is served and the chaos has ended. */
async function admitShoppers({ shopUrl, products, invited, enough }: OpenShop): Promise<void> {
  const line = lineUp(random, checkouts);
  const chance = random.fork();
  let number = 0;
  const serve = async () => {
    while (!over.signal.aborted) {
      const kind = invited.shift() ?? line.shift() ?? (enough() ? undefined : lineUp(chance, 1)[0]);
      if (!kind) return;
      number += 1;
      const email = `shopper-${number}@example.com`;
      const browser = new Browser(shopUrl, traffic);
      inside.set(email, kind);
      visits.push(await visit(kind, { browser, products, email, random: chance.fork() }));
      inside.delete(email);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
}

/** Spreads the shoppers over the acts. However slow they are, the next act comes. */
async function untilServed(count: number): Promise<void> {
  const limit = Date.now() + PACE_LIMIT_MS;
  while (visits.length < count && Date.now() < limit && !over.signal.aborted) await wait(50);
}

function progress(what: string): void {
  console.log(`${seconds().toFixed(1).padStart(7)} s  ${String(visits.length).padStart(4)} served  ${what}`);
}

function tellWhoIsInside(): void {
  for (const [email, kind] of inside) console.error(`  not finished: ${email}, who ${kind}`);
}

/** Last opened, first closed, also after a failure. */
function close(): Promise<void> {
  closed ??= (async () => {
    for (const end of closing.splice(0).reverse()) await end().catch((error) => console.error(error));
  })();
  return closed;
}
