import pg from "pg";
import { askAsBrowser } from "../answer.ts";
import { processorTimeOf, untilIdle } from "../process-usage.ts";
import { ScriptedBuyer } from "../scripted-buyer.ts";
import { startShop } from "../shop.ts";
import { cookieOfShopper } from "../signed-in-shopper.ts";
import { cookieOfStaff } from "../signed-in-staff.ts";

export interface Request {
  name: string;
  /** It shows a full page of products, which eight do not fill: not comparable with a shop of eight. */
  needsFullPage: boolean;
  /** Processor time of the shop and of PostgreSQL for one, in µs. */
  cost(): Promise<number>;
}

/** A shop on a database of some size, and the requests to it. */
export interface GrownShop {
  requests: Request[];
  stop(): Promise<void>;
}

/** The idle shop's cost in three seconds. */
const SETTLED_MS = 150;
const SETTLED_LIMIT_MS = 15 * 60_000;
const AT_ONCE = 4;
/** Unmeasured requests first, as a part of the counted ones. */
const WARM_UP = 1 / 3;
/** An order is a hundred statements. */
const ORDERS = 1 / 8;
/** A cached page costs so little that many are needed for the clock of processor time, which counts 10 ms. */
const FROM_MEMORY = 20;

const anonymous = ["/", "/products", "/products/premium-biochar", "/about", "/api/products"];
const signedIn = [
  "/",
  "/products",
  "/products?category=Soil%20Improvement",
  "/products/premium-biochar",
  "/account",
];
/** Rendered anew, because a changed catalogue empties the cache; and beyond the first page. */
const fullPages = ["/products", "/products?sort=price-desc&page=2"];
/**
 * What one product has, spelt right and wrong. Asked for when the cache is empty: a search costs something only then.
 */
const searches = ["/products?search=replaceable", "/products?search=repalceable"];

export async function openGrownShop(databaseUrl: string, dataDir: string, count: number): Promise<GrownShop> {
  const client = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const backends = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database()",
    );
    return rows.map(({ pid }) => pid);
  };
  // Other clients of the database are not the shop.
  const otherBackends = new Set(await backends());
  const shop = await startShop({ databaseUrl, dataDir });
  const stop = async () => {
    await shop.stop();
    await client.end();
  };
  try {
    const cookie = await cookieOfShopper(shop.url);
    // The bench measures orders, not stock; the bought products come first in the catalogue.
    await client.query(`update product set stock_quantity = 1000000 where id in
      (select id from product where archived_at is null order by name, id limit 200)`);
    const pids = async () => (await backends()).filter((pid) => !otherBackends.has(pid));
    const usedSoFar = async () =>
      new Map([shop.pid, ...(await pids())].map((pid) => [pid, processorTimeOf(pid) ?? 0]));
    /** A new connection has worked only for us; one that is gone had next to nothing to do. */
    const usedSince = async (before: ReadonlyMap<number, number>) => {
      let used = 0;
      for (const [pid, time] of await usedSoFar()) used += Math.max(0, time - (before.get(pid) ?? 0));
      return used;
    };
    // A newly filled shop first adds up its sums.
    const limit = performance.now() + SETTLED_LIMIT_MS;
    for (let used = Number.POSITIVE_INFINITY; used > SETTLED_MS && performance.now() < limit; ) {
      const before = await usedSoFar();
      await new Promise((resolve) => setTimeout(resolve, 3000));
      used = await usedSince(before);
    }
    const costOf = async (work: () => Promise<unknown>, counted: number) => {
      await repeat(work, Math.ceil(counted * WARM_UP));
      await untilIdle(shop.pid);
      const before = await usedSoFar();
      await repeat(work, counted);
      await untilIdle(shop.pid);
      return ((await usedSince(before)) * 1000) / counted;
    };
    const requests: Request[] = [];
    const add = (
      name: string,
      work: () => Promise<unknown>,
      { counted = count, needsFullPage = false }: { counted?: number; needsFullPage?: boolean } = {},
    ) => requests.push({ name, needsFullPage, cost: () => costOf(work, counted) });
    for (const path of anonymous) {
      add(`a visitor's ${path}`, () => askAsBrowser(shop.url + path), { counted: count * FROM_MEMORY });
    }
    for (const path of signedIn) {
      add(`signed in, ${path}`, () => askAsBrowser(shop.url + path, cookie));
    }
    const move = "update product set stock_quantity = stock_quantity where slug = 'premium-biochar'";
    const addAfterSale = (path: string, needsFullPage: boolean) => {
      const afterSale = async () => {
        await client.query(move);
        await askAsBrowser(shop.url + path, cookie);
      };
      add(`signed in, ${path} just after a sale`, afterSale, { needsFullPage });
    };
    for (const path of fullPages) addAfterSale(path, true);
    for (const path of searches) addAfterSale(path, false);
    const staffCookie = await cookieOfStaff(shop.url);
    for (const [what, text] of await textsToFind(client)) {
      const address = `${shop.url}/admin/find?q=${encodeURIComponent(text)}`;
      add(`staff find ${what}`, () => askAsBrowser(address, staffCookie));
    }
    const buyer = new ScriptedBuyer(shop.url);
    const bought = (await buyer.fillCarts()).flatMap(({ lines }) => lines.map(({ productId }) => productId));
    await client.query("update product set stock_quantity = 1000000 where id = any ($1)", [bought]);
    add("an order over REST", () => buyer.placeOrder(), { counted: Math.ceil(count * ORDERS) });
    return { requests, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What callers say of one order in the middle, and what of it staff look for. */
async function textsToFind(client: pg.Pool): Promise<[what: string, text: string][]> {
  const { rows } = await client.query<Record<"email" | "phone" | "postcode" | "product", string>>(
    `select customer_email as email, customer_phone as phone, shipping_address ->> 'postcode' as postcode,
            (select product_name from order_line where order_id = customer_order.id order by id limit 1) as product
     from customer_order where id >= (select max(id) / 2 from customer_order) order by id limit 1`,
  );
  const [middle] = rows;
  if (!middle) throw new Error("This database has no orders.");
  return [
    ["an email address", middle.email],
    ["a telephone number", middle.phone],
    ["a postcode", middle.postcode],
    ["a town", "ludlow"],
    ["a product", middle.product],
    ["a name that nobody has", "zzyzx"],
  ];
}

async function repeat(work: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  const turn = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}
