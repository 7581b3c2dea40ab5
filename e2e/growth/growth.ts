import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { asAdmin } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Closing } from "../bench/closing.ts";
import { projectFolder } from "../bench/shop.ts";
import { type Cost, costsOf } from "./costs.ts";

/**
 * `npm run bench:growth [-- --requests 600] [<database url> …]`: what a request costs, in processor time of the shop and of PostgreSQL
 * together, in a small shop, a larger one and a very large one. The databases are those given, the smallest first, each
 * made by `npm run generate:scale`; without any, three are made, which takes a quarter of an hour. Prints every cost
 * beside that of the smallest, and fails when one has grown by more than a quarter.
 */
const MOST_GROWTH = 1.25;
/** What is smaller is not told apart from what else the machine does, in µs. */
const SMALLEST_DIFFERENCE_US = 150;
const shops = [
  { products: 1, orders: 1000 },
  { products: 10_000, orders: 1000 },
  { products: 100_000, orders: 1_000_000 },
];

const { positionals: given, values: options } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: "string", default: "600" } },
});
const closing = new Closing();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}

try {
  const folder = await closing.open(makeThrowawayFolder, removeThrowawayFolder);
  const urls = given.length > 0 ? given : await makeDatabases(folder);
  const measured: { size: string; costs: Cost[] }[] = [];
  for (const url of urls) {
    const size = await sizeOf(url);
    console.log(`Measuring ${size} …`);
    measured.push({ size, costs: await costsOf(url, folder, Number(options.requests)) });
  }
  print(measured);
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
  for (const [index, { products, orders }] of shops.entries()) {
    const url = new URL(database.url);
    url.pathname = `/growth_${index}`;
    await asAdmin(database.adminUrl, `create database growth_${index} owner shop`);
    const made = spawnSync(
      process.execPath,
      [
        path.join(projectFolder, "e2e/scale/generate.ts"),
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

function print(measured: readonly { size: string; costs: Cost[] }[]): void {
  const [smallest] = measured;
  if (!smallest) return;
  console.log("\nµs of processor time for each request, shop and PostgreSQL together");
  for (const { size } of measured) console.log(`  ${size}`);
  for (const [index, { name, microseconds }] of smallest.costs.entries()) {
    const all = measured.map(({ costs }) => costs[index]?.microseconds ?? 0);
    const most = Math.max(...all);
    const grows = most > microseconds * MOST_GROWTH && most - microseconds > SMALLEST_DIFFERENCE_US;
    if (grows) process.exitCode = 1;
    const figures = all.map((one) => Math.round(one).toLocaleString("en-GB").padStart(9)).join("");
    console.log(
      `${grows ? "✗" : "✓"} ${name.padEnd(44)}${figures}   ${(most / Math.max(1, microseconds)).toFixed(2)} times`,
    );
  }
}
