import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, request } from "playwright/test";
import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import type { JobName } from "#server/jobs/enqueue-job.server.ts";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { withConnection } from "#server/testing/database.ts";
import { becomeAdministrator, changeProduct, MASKS, office } from "./staff.ts";
import { logFile, type RunningShop, startShop } from "./web-process.ts";

/** Playwright's global setup: one shop for all journeys, its address as their base address. */
export default async function startShopForJourneys(): Promise<() => Promise<void>> {
  rmSync(logFile, { force: true });
  // All journeys share one address; limits per hour are tested elsewhere.
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  const visitor = await request.newContext({ baseURL: shop.url });
  // What staff sell in journeys is all of this: the demo's fifty run out before the last of them.
  await changeProduct(visitor, MASKS, { stockQuantity: 5000 });
  // A journey looks for the card of a family, and no other product has one.
  const settings = await (await office(visitor)).put("/api/admin/settings", {
    data: { oneCardPerFamily: true },
  });
  if (!settings.ok()) throw new Error(await settings.text());
  await visitor.dispose();
  process.env.PLAYWRIGHT_TEST_BASE_URL = shop.url;
  process.env[DATA_FOLDER] = shop.dataDir;
  const stopShopWithRates = await offerShopWithRates();
  return async () => {
    await stopShopWithRates();
    await shop.stop();
  };
}

/** The environment variable that tells the processes of the journeys where their shop's data are. */
export const DATA_FOLDER = "JOURNEYS_DATA_FOLDER";

/**
 * Lets the shop of all journeys do a job of its timetable now, as its clock would within a minute
 * (server/jobs/run-jobs.test.ts shows which jobs those are). Resolves once it is queued, not once it is done.
 */
export async function queueJobOfClock(name: JobName): Promise<void> {
  await tellDatabase("select graphile_worker.add_job($1, job_key := $1, max_attempts := 1)", [name]);
}

/** Does something in the database of the journeys' shop that no page can. */
export async function tellDatabase(statement: string, values: string[] = []): Promise<void> {
  const database = await joinEmbeddedPostgres(process.env[DATA_FOLDER] ?? "");
  if (!database) throw new Error("The shop of the journeys has no database.");
  await withConnection(database.url, (client) => client.query(statement, values));
}

/** The environment variable that tells the processes of the journeys where to ask for the shop. */
const OFFICE = "JOURNEYS_SHOP_WITH_RATES";

/**
 * For journeys in a second shop, whose settings of delivery are not those of a new one: the example's table of rates,
 * places that are served, collection. All such journeys share it, so that none may change what another sees.
 */
export const test = base.extend({
  baseURL: [
    async ({ locale: _ }, use) => {
      // It is started when the first of them asks.
      const answer = await fetch(process.env[OFFICE] ?? "");
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      await use(text);
    },
    { scope: "test", timeout: 120_000 },
  ],
});

/** For Playwright's global setup: its process outlives those of the journeys, and so does what it starts. */
export async function offerShopWithRates(): Promise<() => Promise<void>> {
  let starting: Promise<RunningShop> | undefined;
  const office = createServer((_asked, answer) => {
    starting ??= startShopWithRates();
    starting.then(
      ({ url }) => answer.end(url),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(office, "listening");
  process.env[OFFICE] = `http://127.0.0.1:${(office.address() as AddressInfo).port}`;
  return async () => {
    office.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

async function startShopWithRates(): Promise<RunningShop> {
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  const staff = await request.newContext({ baseURL: shop.url });
  await becomeAdministrator(staff);
  const put = async (path: string, data: object) => {
    const answer = await staff.put(path, { data });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  };
  await put("/api/admin/settings", {
    shippingEnabled: true,
    shippingCalculationType: "weight",
    // With a price to a place that is not served, so that it shows where somebody is charged by it.
    deliveryTariff: `${EXAMPLE_TARIFF}\nFrance;France;29.95;;;;`,
    countriesServed: "United Kingdom",
    northernIrelandServed: false,
    collectionEnabled: true,
    collectionCapacity: 1,
  });
  const bag = { grossGrams: 11_000, stockQuantity: 500 };
  const products = {
    "premium-biochar": bag,
    "biochar-compost-mix": bag,
    "bulk-biochar": { stockQuantity: 500 },
  };
  for (const [slug, product] of Object.entries(products)) {
    const { id } = (await (await staff.get(`/api/products/${slug}`)).json()) as { id: number };
    await put(`/api/admin/products/${id}`, product);
  }
  await staff.dispose();
  return shop;
}
