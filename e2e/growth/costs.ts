import pg from "pg";
import { askAsBrowser } from "../bench/answer.ts";
import { processorTimeOf, untilIdle } from "../bench/process-usage.ts";
import { startShop } from "../bench/shop.ts";
import { ScriptedBuyer } from "../bench/shop-order.ts";
import { cookieOfShopper } from "../bench/signed-in-shopper.ts";

export interface Cost {
  name: string;
  /** Processor time of the shop and of PostgreSQL for one. */
  microseconds: number;
}

const AT_ONCE = 4;
/** Of the requests that are counted, so many go before. */
const WARM_UP = 1 / 3;
/** An order is a hundred statements. */
const ORDERS = 1 / 8;

const anonymous = ["/", "/products", "/products/premium-biochar", "/api/products"];
const signedIn = [
  "/",
  "/products",
  "/products?sort=price-desc&page=2",
  "/products?category=Soil%20Improvement",
  "/products/premium-biochar",
  "/account",
];

/** What each kind of request costs in the shop on a database. */
export async function costsOf(databaseUrl: string, dataDir: string, requests: number): Promise<Cost[]> {
  const client = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const shop = await startShop({ databaseUrl, dataDir });
  try {
    const cookie = await cookieOfShopper(shop.url);
    // Orders are measured, not stock; those that buyers take lie first in the catalogue.
    await client.query(`update product set stock_quantity = 1000000 where id in
      (select id from product where archived_at is null order by name, id limit 200)`);
    const pids = async () => {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database()",
      );
      return rows.map(({ pid }) => pid);
    };
    const cost = async (name: string, work: () => Promise<unknown>, counted = requests) => {
      await repeat(work, Math.ceil(counted * WARM_UP));
      await untilIdle(shop.pid);
      const measured = [shop.pid, ...(await pids())];
      const used = () => measured.reduce((sum, pid) => sum + (processorTimeOf(pid) ?? 0), 0);
      const before = used();
      await repeat(work, counted);
      await untilIdle(shop.pid);
      return { name, microseconds: ((used() - before) * 1000) / counted };
    };
    const costs: Cost[] = [];
    for (const path of anonymous) {
      costs.push(await cost(`a visitor's ${path}`, () => askAsBrowser(shop.url + path)));
    }
    for (const path of signedIn) {
      costs.push(await cost(`signed in, ${path}`, () => askAsBrowser(shop.url + path, cookie)));
    }
    const move = "update product set stock_quantity = stock_quantity where slug = 'premium-biochar'";
    const afterSale = async () => {
      await client.query(move);
      await askAsBrowser(`${shop.url}/products`, cookie);
    };
    costs.push(await cost("signed in, /products just after a sale", afterSale));
    const buyer = new ScriptedBuyer(shop.url);
    await buyer.fillBaskets();
    costs.push(await cost("an order over REST", () => buyer.placeOrder(), Math.ceil(requests * ORDERS)));
    buyer.leave();
    return costs;
  } finally {
    await shop.stop();
    await client.end();
  }
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
