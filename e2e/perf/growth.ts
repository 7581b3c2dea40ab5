import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { asAdmin } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Closing } from "./closing.ts";
import { type GrownShop, openGrownShop } from "./growth/costs.ts";

/**
 * `npm run bench:growth [-- --requests 600 --only search] [<database url> …]`: what a request costs, in processor time
 * of the shop and of PostgreSQL together, in a small shop, a larger one and a very large one; `--only` those requests
 * whose names have a text. The databases are those given, the smallest first, each
 * made by `npm run generate:scale`; without any, three are made, which takes a quarter of an hour. Prints every cost
 * beside that of the smallest, and fails when one has grown by more than a quarter.
 */
const MOST_GROWTH = 1.25;
/** Other work of the machine affects one round, not all of them. */
const ROUNDS = 3;
/** Smaller differences are noise of the machine, in µs. */
const SMALLEST_DIFFERENCE_US = 20;
/** In addition to the eight products that every shop starts with. */
const sizes = [
  { products: 0, orders: 1000 },
  { products: 10_000, orders: 1000 },
  { products: 100_000, orders: 1_000_000 },
];

const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: "string", default: "600" }, only: { type: "string", default: "" } },
});
const closing = new Closing();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}

try {
  const folder = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  const urls = names.length > 0 ? names : await makeDatabases(folder);
  console.log(
    "µs of processor time for each request, shop and PostgreSQL together, the best of three rounds in turns",
  );
  for (const url of urls) console.log(`  ${await sizeOf(url)}`);
  const shops: GrownShop[] = [];
  for (const url of urls) {
    const open = () => openGrownShop(url, folder, Number(options.requests));
    shops.push(await closing.open(open, (opened) => opened.stop()));
  }
  for (const [index, { name, needsFullPage }] of shops[0]?.requests.entries() ?? []) {
    if (!name.includes(options.only)) continue;
    const costs = shops.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, shop] of shops.entries()) {
        const cost = (await shop.requests[index]?.cost()) ?? 0;
        costs[place] = Math.min(costs[place] ?? cost, cost);
      }
    }
    report(name, costs, needsFullPage ? 1 : 0);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await closing.close();

async function makeDatabases(folder: string): Promise<string[]> {
  const database = await closing.open(
    () => startEmbeddedPostgres({ dataDir: folder }),
    (opened) => opened.stop(),
  );
  const urls: string[] = [];
  for (const [index, { products, orders }] of sizes.entries()) {
    const url = new URL(database.url);
    url.pathname = `/growth_${index}`;
    await asAdmin(database.adminUrl, `create database growth_${index} owner shop`);
    const made = spawnSync(
      process.execPath,
      [
        path.join(projectFolder, "e2e/perf/generate.ts"),
        ...["--products", String(products), "--orders", String(orders), "--customers", String(orders / 5)],
      ],
      { env: { ...process.env, DATABASE_URL: url.href }, stdio: "inherit" },
    );
    if (made.status !== 0) throw new Error("The generator failed.");
    urls.push(url.href);
  }
  return urls;
}

async function sizeOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ products: number; orders: number }>(
      "select (select count(*) from product)::int as products, (select count(*) from customer_order)::int as orders",
    );
    const [row] = rows;
    return `${row?.products.toLocaleString("en-GB")} products, ${row?.orders.toLocaleString("en-GB")} orders`;
  } finally {
    await client.end();
  }
}

/** `from` is the index of the shop with which the others are compared. */
function report(name: string, costs: readonly number[], from: number): void {
  const [smallest = 0, ...larger] = costs.slice(from);
  const most = Math.max(smallest, ...larger);
  const grows = most > smallest * MOST_GROWTH && most - smallest > SMALLEST_DIFFERENCE_US;
  if (grows) process.exitCode = 1;
  const figures = costs.map((one) => Math.round(one).toLocaleString("en-GB").padStart(9)).join("");
  const times = (most / Math.max(1, smallest)).toFixed(2);
  const compared = from === 0 ? "" : ` (without the first, whose page is not full)`;
  console.log(`${grows ? "✗" : "✓"} ${name.padEnd(60)}${figures}   ${times} times${compared}`);
}
