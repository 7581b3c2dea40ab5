import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { freePort } from "#db/embedded/free-port.ts";
import { closeOrm, getOrm } from "#db/orm.server.ts";
import { createAdministrator } from "#server/identity/account/create-administrator.server.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { audit } from "../faults/audit.ts";
import type { Traffic } from "../faults/browser.ts";
import { FaultDatabase } from "../faults/database.ts";
import { Random } from "../faults/random.ts";
import { reconcile } from "../faults/reconcile.ts";
import { settle } from "../faults/settle.ts";
import type { Product, Visit } from "../faults/shopper.ts";
import { WebProcess } from "../faults/web-process.ts";
import { startBalancer } from "./traffic/balancer.ts";
import { MemoryWatch } from "./traffic/memory.ts";
import { report } from "./traffic/report.ts";
import { keepEvidence } from "./traffic/save-evidence.ts";
import { ADMINISTRATOR, nextKind, type VisitorKind, Visitors } from "./traffic/visitors.ts";

/**
 * Mixed traffic (browse, cart, order, staff, REST) on two instances of the built shop behind a balancer, at half of the
 * capacity measured first, while instances and PostgreSQL are restarted at random; then the audit of the fault harness.
 * `npm run soak:traffic -- --minutes 30 --seed 1`. Ends with 1 unless every order is there once, no answer was a 500 and
 * memory stayed flat; the shops' logs are then kept in `--logs <folder>`, else below `.cache/soak`.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, logs: { type: "string" } },
});
const minutes = z.coerce
  .number()
  .positive()
  .parse(values.minutes ?? 30);
const seed = z.coerce
  .number()
  .int()
  .parse(values.seed ?? Date.now() % 1_000_000);

const CAPACITY_SECONDS = 20;
const CAPACITY_AT_ONCE = 16;
/** Beyond this many visitors inside, new ones stay away: the shop is down, not slow. */
const MOST_AT_ONCE = 200;
const STOCK = 10_000_000;
const LOOK_AT_MEMORY_MS = 5000;
/** Seconds between two restarts. */
const PEACE = { least: 20, most: 60 };

const random = new Random(seed);
const over = new AbortController();
const traffic: Traffic = { requests: 0, failures: [], secondTries: [], over: over.signal };
const visits: Visit[] = [];
const closing: (() => Promise<unknown>)[] = [];
const restarts = new Map<string, number>();
const logs = new Map<string, string>();
const facts: Record<string, unknown> = { visits, failures: traffic.failures };
let passed = false;

try {
  passed = await run();
} catch (error) {
  console.error(error);
} finally {
  if (!passed) console.log(`The shops' logs: ${keepEvidence({ folder: values.logs, seed, logs, facts })}`);
  for (const end of closing.splice(0).reverse()) await end().catch((error) => console.error(error));
}
process.exit(passed ? 0 : 1);

async function run(): Promise<boolean> {
  const folder = await makeThrowawayFolder({ onDisk: true });
  closing.push(() => removeThrowawayFolder(folder));
  const database = new FaultDatabase(folder);
  closing.push(() => database.close());
  await database.start();
  const shops = [await openShop("one", folder, database), await openShop("two", folder, database)] as const;
  await Promise.all(shops.map((shop) => shop.start()));
  const products = await prepare(database);
  const balancer = await startBalancer(shops.map(({ url }) => Number(new URL(url).port)));
  closing.push(balancer.close);
  closing.push(async () => over.abort());
  const visitors = new Visitors({ shopUrl: balancer.url, traffic, products, random: random.fork(), visits });

  const capacity = await measureCapacity(visitors);
  const rate = capacity / 2;
  console.log(
    `Capacity ${capacity.toFixed(1)} visits/s; ${minutes} minutes at ${rate.toFixed(1)}, --seed ${seed}`,
  );
  const memory = new MemoryWatch();
  const looking = setInterval(() => memory.look(shops.map(({ pid }) => pid)), LOOK_AT_MEMORY_MS);
  const end = Date.now() + minutes * 60_000;
  const [visited] = await Promise.all([
    admitVisitors(visitors, rate, end),
    restartThings(shops, database, end),
  ]);
  clearInterval(looking);
  await shops[1].end("SIGTERM");
  const settled = await settle(database, shops[0]);
  const findings = [...(await audit(database, visits)), await reconcile(database, folder)];
  facts.findings = findings;
  return report({
    counts: [...visited, ...restarts],
    requests: traffic.requests,
    failures: traffic.failures,
    orders: await database.count("select count(*)::int from customer_order"),
    settled,
    findings,
    memory,
  });
}

async function openShop(name: string, folder: string, database: FaultDatabase): Promise<WebProcess> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const shop = new WebProcess({ port: await freePort(), dataDir, databaseUrl: database.url });
  closing.push(() => shop.close());
  logs.set(`shop-${name}`, shop.logFile);
  return shop;
}

/** Stock for everybody, and a member of staff. */
async function prepare(database: FaultDatabase): Promise<readonly [Product, ...Product[]]> {
  await database.query("update product set stock_quantity = $1", [STOCK]);
  await database.query("create schema fault");
  await database.query(
    "create table fault.start_stock as select id as product_id, stock_quantity as quantity from product",
  );
  process.env.DATABASE_URL = database.url;
  await createAdministrator(
    { em: getOrm().em.fork() },
    { name: "Soak", email: "soak@example.com", ...ADMINISTRATOR },
  );
  await closeOrm();
  const rows = await database.query("select id, name from product where archived_at is null order by id");
  const [first, ...others] = z.array(z.object({ id: z.number(), name: z.string() })).parse(rows);
  if (!first) throw new Error("The shop has no products.");
  return [first, ...others];
}

/** Visits a second when the next visitor comes as soon as one leaves. */
async function measureCapacity(visitors: Visitors): Promise<number> {
  const until = Date.now() + CAPACITY_SECONDS * 1000;
  let count = 0;
  const serve = async () => {
    for (; Date.now() < until; count += 1) await come(visitors, nextKind(random));
  };
  await Promise.all(Array.from({ length: CAPACITY_AT_ONCE }, serve));
  return count / CAPACITY_SECONDS;
}

/** Visitors at an even rate, whether or not earlier ones have left. */
async function admitVisitors(
  visitors: Visitors,
  rate: number,
  end: number,
): Promise<Map<VisitorKind | "turned away", number>> {
  const came = new Map<VisitorKind | "turned away", number>();
  const inside = new Set<Promise<void>>();
  for (let next = Date.now(); next < end; next += 1000 / rate) {
    await wait(Math.max(0, next - Date.now()));
    const kind = inside.size < MOST_AT_ONCE ? nextKind(random) : "turned away";
    came.set(kind, (came.get(kind) ?? 0) + 1);
    if (kind === "turned away") continue;
    const visit = come(visitors, kind).finally(() => inside.delete(visit));
    inside.add(visit);
  }
  await Promise.all(inside);
  return came;
}

/** The traffic's own report has recorded what went wrong. */
function come(visitors: Visitors, kind: VisitorKind): Promise<void> {
  return visitors.come(kind).catch(() => undefined);
}

async function restartThings(
  shops: readonly [WebProcess, WebProcess],
  database: FaultDatabase,
  end: number,
): Promise<void> {
  const acts: [string, () => Promise<unknown>][] = shops.flatMap((shop, index) => [
    [`instance ${index + 1} killed with -9`, () => shop.end("SIGKILL").then(() => shop.start())],
    [`instance ${index + 1} told to end`, () => shop.end("SIGTERM").then(() => shop.start())],
  ]);
  acts.push(["PostgreSQL restarted", () => database.stop().then(() => database.start())]);
  for (;;) {
    const peace = random.between(PEACE.least, PEACE.most) * 1000;
    if (Date.now() + peace > end) return;
    await wait(peace);
    const [name, act] = acts[random.between(0, acts.length - 1)] ?? [];
    if (!name || !act) return;
    await act();
    restarts.set(name, (restarts.get(name) ?? 0) + 1);
    console.log(`${((end - Date.now()) / 60_000).toFixed(1).padStart(6)} min left  ${name}`);
  }
}
