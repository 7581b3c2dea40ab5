import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Comparison } from "../bench/measure-page.ts";
import type { Closing } from "../closing.ts";
import { type Load, loadOfWork, together } from "../load.ts";
import { childrenOf, processorTimeOf, runs, untilIdle } from "../process-usage.ts";
import { ScriptedBuyer } from "../scripted-buyer.ts";
import type { MeasuredShop } from "../shop.ts";
import { BareBuyer, liftIds } from "./bare-buyer.ts";
import { PgbenchBuyer } from "./pgbench-buyer.ts";
import { countOf, statementsDuring } from "./queries.ts";
import { inOneLine, NotOneOrder, type RecordedStatement } from "./recorded-order.ts";

const ROUNDS = 2;
/** Much code runs for an order, and each part of it must have run often before it is fast. */
const WARM_UP_SECONDS = 6;
const COUNTED_ORDERS = 20;
/** How often an order is recorded until nothing of another is in it. */
const RECORDINGS = 5;
/** The program of the payment stand-ins, which the shop starts. */
const STAND_INS = "server/sandbox/start.ts";

interface Measuring {
  closing: Closing;
  folder: string;
  adminUrl: string;
  databaseUrl: string;
  seconds: number;
}

/**
 * Whole orders over REST beside the same statements played by pgbench (or, where there is none, by a bare client), in
 * turns. The payment stand-ins, which it pays at and which send it their events, are a process of their own: their
 * processor time is told apart, and their statements are among those counted, not among those played.
 */
export async function measureOrders(
  { name, target }: Pick<Comparison, "name" | "target">,
  shop: MeasuredShop,
  { closing, folder, adminUrl, databaseUrl, seconds }: Measuring,
): Promise<Comparison> {
  const buyer = new ScriptedBuyer(shop.url);
  const carts = await buyer.fillCarts();
  await liftIds(databaseUrl);
  await loadOfWork(() => buyer.placeOrder(), WARM_UP_SECONDS);
  await untilIdle(shop.pid);
  const recorded: RecordedStatement[][] = [];
  for (const _ of carts) recorded.push(await recordOrder(shop, buyer));
  const pgbench = findPgbench();
  const bareBuyer = await closing.open(
    async () =>
      pgbench
        ? PgbenchBuyer.open(pgbench, { folder, url: databaseUrl, orders: recorded })
        : new BareBuyer(databaseUrl, recorded),
    (bare) => bare.leave(),
  );
  await bareBuyer.load(1);
  await untilIdle(shop.pid);
  const statements = await statementsDuring(adminUrl, async () => {
    for (let order = 0; order < COUNTED_ORDERS; order += 1) await buyer.placeOrder();
    await untilIdle(shop.pid);
  });
  let bareOrders = 0;
  const bareStatements = await statementsDuring(adminUrl, async () => {
    bareOrders = await bareBuyer.place(COUNTED_ORDERS);
  });

  const [shopLoads, bareLoads]: [Load[], Load[]] = [[], []];
  const standIns = childrenOf(shop.pid).find((pid) => runs(pid, STAND_INS));
  const standInTime = () => (standIns === undefined ? undefined : processorTimeOf(standIns));
  const standInUs: number[] = [];
  let catchUpMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, standInBefore] = [processorTimeOf(shop.pid), standInTime()];
    const load = await loadOfWork(() => buyer.placeOrder(), seconds);
    catchUpMs = await untilIdle(shop.pid);
    const [after, standInAfter] = [processorTimeOf(shop.pid), standInTime()];
    const processorUs =
      before === undefined || after === undefined ? undefined : ((after - before) * 1000) / load.count;
    shopLoads.push({ ...load, processorUs });
    if (standInBefore !== undefined && standInAfter !== undefined) {
      standInUs.push(((standInAfter - standInBefore) * 1000) / load.count);
    }
    bareLoads.push(await bareBuyer.load(seconds));
    await untilIdle(shop.pid);
  }
  buyer.leave();
  const [shopLoad, bareLoad] = [together(shopLoads), together(bareLoads)];
  return {
    name,
    target,
    shop: shopLoad,
    bare: bareLoad,
    ratio: shopLoad.perSecond / bareLoad.perSecond,
    queries: countOf(statements) / COUNTED_ORDERS,
    bareQueries: countOf(bareStatements) / bareOrders,
    bareName: bareBuyer.name,
    statements,
    catchUpMs,
    standInUs:
      standInUs.length === 0 ? undefined : standInUs.reduce((sum, us) => sum + us, 0) / standInUs.length,
  };
}

/** The statements of one order and of nothing else: mails and payment events of an earlier one may still be under way. */
async function recordOrder(shop: MeasuredShop, buyer: ScriptedBuyer): Promise<RecordedStatement[]> {
  for (let left = RECORDINGS; ; left -= 1) {
    const { statements } = await shop.recordStatements(async () => {
      await buyer.placeOrder();
      await untilIdle(shop.pid);
    });
    try {
      return inOneLine(statements);
    } catch (error) {
      if (!(error instanceof NotOneOrder) || left <= 1) throw error;
    }
  }
}

/** Where Debian and Ubuntu keep the programs of each version. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/**
 * pgbench as PGBENCH_PATH, PATH or Debian's packages have it, the newest first; the embedded PostgreSQL brings none.
 * It need not be of the database's version: it only sends statements.
 */
export function findPgbench(): string | undefined {
  const { PGBENCH_PATH, PATH = "" } = process.env;
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    PGBENCH_PATH ?? "",
    ...PATH.split(path.delimiter).map((folder) => path.join(folder, "pgbench")),
    ...debian.map((version) => path.join(DEBIAN_FOLDER, version, "bin", "pgbench")),
  ];
  return places.find((place) => place !== "" && existsSync(place));
}
