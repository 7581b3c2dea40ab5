import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { atOnce } from "../../attack/at-once.ts";
import { connectWhileMeasuring } from "../bench/connect.ts";
import { startCountingDatabase } from "../bench/database.ts";
import type { Closing } from "../closing.ts";
import { startShop } from "../shop.ts";
import {
  type Books,
  countDeadlocks,
  type DatabaseWork,
  databaseWorkDuring,
  lastOrder,
  readBooks,
  untilJobsAreDone,
} from "./rush-audit.ts";
import { type Ending, RushShopper, type Way } from "./rush-shopper.ts";

/** One rush: all want the same product. */
interface Rush {
  way: Way;
  stock: number;
  /** The time within which they press "Pay", evenly; 0 is all in the same moment. */
  withinSeconds: number;
}

const MANY = 10_000;
const FEW = 5;
const rushes: readonly Rush[] = [
  { way: "on the checkout page", stock: FEW, withinSeconds: 0 },
  { way: "on the checkout page", stock: MANY, withinSeconds: 0 },
  { way: "on the checkout page", stock: MANY, withinSeconds: 60 },
  { way: "by script", stock: FEW, withinSeconds: 0 },
];

export interface RushResult extends Rush {
  shoppers: number;
  endings: Ending[];
  /** How often each status came, from the first press of "Pay" to the last answer. */
  statuses: Map<number, number>;
  seconds: number;
  work: DatabaseWork;
  books: Books;
}

interface Measuring {
  closing: Closing;
  folder: string;
  shoppers: number;
  /** Hears of each rush as soon as it is over. */
  report: (result: RushResult) => void;
}

/** People who fill a cart, before the rush: it is not part of it. */
const PREPARING_AT_ONCE = 16;
const WARM_UP_SHOPPERS = 30;

/**
 * Many shoppers for one product, each at an address of their own and with all limits as delivered: what they were told,
 * what the books say afterwards, and what it cost the database. Returns the number of deadlocks.
 */
export async function measureRushes({ closing, folder, shoppers, report }: Measuring): Promise<number> {
  const database = await closing.open(
    () => startCountingDatabase(folder),
    (opened) => opened.stop(),
  );
  const shop = await closing.open(
    () =>
      startShop({
        databaseUrl: database.url,
        dataDir: folder,
        settings: { TRUST_PROXY: "on", RATE_LIMIT_FACTOR: "1" },
      }),
    (opened) => opened.stop(),
  );
  const connect = (url: string) => connectWhileMeasuring(closing, url);
  const [client, admin] = [await connect(database.url), await connect(database.adminUrl)];
  const agent = new Agent({ keepAlive: true });
  await closing.open(
    async () => agent,
    (opened) => opened.destroy(),
  );
  const { rows: products } = await client.query<{ id: number; name: string }>(
    "select id, name from product where archived_at is null order by id",
  );
  let arrived = 0;
  const newShoppers = (count: number) =>
    Array.from({ length: count }, () => {
      arrived += 1;
      return new RushShopper(shop.url, arrived, agent);
    });

  const meet = async (product: { id: number; name: string }, rush: Rush, count: number) => {
    await client.query("update product set stock_quantity = $2 where id = $1", [product.id, MANY]);
    const people = newShoppers(count);
    await atOnce(PREPARING_AT_ONCE, count, async (place) => people[place]?.prepare(rush.way, product.id));
    const [passerBy] = newShoppers(1);
    const total = (await passerBy?.total(product.id)) ?? 0;
    await client.query("update product set stock_quantity = $2 where id = $1", [product.id, rush.stock]);
    await untilJobsAreDone(client);
    for (const { statuses } of people) statuses.clear();
    const before = { order: await lastOrder(client), books: await readBooks(client, product.id, 0) };
    const endings: Ending[] = [];
    const begun = performance.now();
    let seconds = 0;
    const work = await databaseWorkDuring(admin, async () => {
      const press = async (person: RushShopper, place: number) => {
        await wait((rush.withinSeconds * 1000 * place) / count);
        endings.push(await person.buy(rush.way, { ...product, total }));
      };
      await Promise.all(people.map(press));
      seconds = (performance.now() - begun) / 1000;
      await untilJobsAreDone(client);
    });
    const books = await readBooks(client, product.id, before.order);
    books.charged -= before.books.charged;
    books.givenBack -= before.books.givenBack;
    const statuses = new Map<number, number>();
    for (const person of people)
      for (const [status, times] of person.statuses)
        statuses.set(status, (statuses.get(status) ?? 0) + times);
    return { ...rush, shoppers: count, endings, statuses, seconds, work, books };
  };

  const [first] = products;
  if (!first) throw new Error("The shop has no products.");
  for (const way of ["on the checkout page", "by script"] as const)
    await meet(first, { way, stock: MANY, withinSeconds: 0 }, WARM_UP_SHOPPERS);
  for (const [place, rush] of rushes.entries()) {
    const product = products[(place + 1) % products.length] ?? first;
    console.log(`${shoppers} shoppers for ${rush.stock}, ${rush.way} …`);
    report(await meet(product, rush, shoppers));
  }
  return countDeadlocks(admin);
}
