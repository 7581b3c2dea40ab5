import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "#db/migrate.ts";
import { seedAt } from "#db/seed/seed.ts";
import { type ScaleStep, scaleSteps } from "./scale-steps.ts";

/**
 * `DATABASE_URL=… node e2e/perf/generate.ts [--orders 1000000 --customers 200000 --products 100000]`: fills an empty
 * database with a shop that has been busy for three years, so that the staff's screens can be measured. The demo
 * sign-ins work there. It refuses a database that has orders: never the demo one, never a live one.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    customers: { type: "string", default: "200000" },
    products: { type: "string", default: "100000" },
  },
});
const sizes = {
  orders: wholeNumber("orders", options.orders),
  customers: wholeNumber("customers", options.customers),
  // None: the orders contain the products that every shop starts with.
  products: wholeNumber("products", options.products, 0),
};
const url = process.env.DATABASE_URL;
if (!url) refuse("Set DATABASE_URL to an empty PostgreSQL database made for this.");

await migrate(url);
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const { rows } = await client.query("select from customer_order limit 1");
  if (rows.length > 0) refuse("This database has orders already: give one made for this.");
  await seedAt(url, { demo: true });
  // The same shop every time, and without durability.
  await client.query("select setseed(0.42)");
  await client.query("set synchronous_commit = off");
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query("set work_mem = '128MB'");
  for (const step of scaleSteps(sizes)) await take(step);
} finally {
  await client.end();
}

async function take({ what, statement }: ScaleStep): Promise<void> {
  const begun = performance.now();
  await client.query(statement);
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

function wholeNumber(name: string, text: string, least = 1): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > 10_000_000)
    refuse(`--${name} must be a whole number from ${least} to 10,000,000.`);
  return value;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
