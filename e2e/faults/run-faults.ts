import { parseArgs } from "node:util";
import { z } from "zod";
import { freePort } from "#db/embedded/free-port.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { audit } from "./audit.ts";
import { Browser, type Traffic } from "./browser.ts";
import { type Damage, plan } from "./chaos.ts";
import { FaultDatabase } from "./database.ts";
import { Random } from "./random.ts";
import { report } from "./report.ts";
import { settle } from "./settle.ts";
import { lineUp, type Product, type ShopperKind, type Visit, visit } from "./shopper.ts";
import { StepStops } from "./step-stops.ts";
import { steps } from "./steps.ts";
import { WebProcess } from "./web-process.ts";

/**
 * Buys from the built shop while its web process is killed at every step, its database is restarted and its webhooks
 * go astray; then proves from the database that no payment is without its order. Exits with 1 when anything is.
 * `node e2e/faults/run-faults.ts [--checkouts 40] [--seed 1]`
 */
const { values } = parseArgs({ options: { checkouts: { type: "string" }, seed: { type: "string" } } });
const checkouts = z.coerce
  .number()
  .int()
  .min(1)
  .parse(values.checkouts ?? 40);
const seed = z.coerce
  .number()
  .int()
  .parse(values.seed ?? Date.now() % 1_000_000);

/** Shoppers at a time. */
const AT_ONCE = 5;
/** A round of chaos, as many checkouts as it goes with. */
const CHECKOUTS_PER_ROUND = 100;
const RANDOM_KILLS_PER_ROUND = 1;
const STOCK = 1_000_000;

const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
const random = new Random(seed);
const traffic: Traffic = { requests: 0, failures: [] };
const damage: Damage = { acts: new Map(), violations: [] };
const visits: Visit[] = [];
const closing: (() => Promise<unknown>)[] = [];
let closed: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close().then(() => process.exit(1)));
}

console.log(`${checkouts} checkouts while everything breaks, --seed ${seed}`);
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}

async function run(): Promise<boolean> {
  const dataDir = await makeThrowawayFolder();
  closing.push(() => removeThrowawayFolder(dataDir));
  const database = new FaultDatabase(dataDir);
  closing.push(() => database.close());
  await database.start();
  const web = new WebProcess({ port: await freePort(), dataDir, databaseUrl: database.url });
  closing.push(() => web.close());
  await web.start();
  const stops = new StepStops(database);
  closing.push(() => stops.disconnect());
  const products = await prepare(database, stops);

  const invited: ShopperKind[] = [];
  const invite = (kind: ShopperKind) => {
    if (invited.length < 2) invited.push(kind);
  };
  const rounds = Math.max(1, Math.round(checkouts / CHECKOUTS_PER_ROUND));
  const world = { database, web, stops, traffic, random, damage, invite };
  let calm = false;
  const breakThings = async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const act of plan(world, {
        short: checkouts < CHECKOUTS_PER_ROUND,
        randomKills: RANDOM_KILLS_PER_ROUND,
      }))
        await act();
    }
    calm = true;
  };
  await Promise.all([
    openTheDoors({ shopUrl: web.url, products, invited, enough: () => calm }),
    breakThings(),
  ]);
  const sweeps = await settle(database, web);
  const findings = await audit(database, visits);
  const held = await report(database, {
    seed,
    seconds: seconds(),
    visits,
    damage,
    requests: traffic.requests,
    failures: traffic.failures.length,
    webStarts: web.starts,
    sweeps,
    findings,
  });
  if (!held) console.log(`\nThe end of the shop's log:\n${web.log.slice(-6000)}`);
  return held;
}

/** Goods for everybody, and the triggers that stop the shop at its steps. */
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
  /** Who is to come before the others in the line. */
  invited: ShopperKind[];
  /** Whether nobody needs to come any more once the line has been served. */
  enough: () => boolean;
}

/** Lets shoppers in, a few at a time, until the line is served and the chaos has ended. */
async function openTheDoors({ shopUrl, products, invited, enough }: OpenShop): Promise<void> {
  const line = lineUp(random, checkouts);
  const chance = random.fork();
  let number = 0;
  const serve = async () => {
    for (;;) {
      const kind = invited.shift() ?? line.shift() ?? (enough() ? undefined : lineUp(chance, 1)[0]);
      if (!kind) return;
      number += 1;
      const email = `shopper-${number}@example.com`;
      const browser = new Browser(shopUrl, traffic);
      visits.push(await visit(kind, { browser, products, email, random: chance.fork() }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
}

/** Last opened, first closed, also after a failure. */
function close(): Promise<void> {
  closed ??= (async () => {
    for (const end of closing.splice(0).reverse()) await end().catch((error) => console.error(error));
  })();
  return closed;
}
