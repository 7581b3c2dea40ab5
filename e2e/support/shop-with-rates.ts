import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, request } from "playwright/test";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { type RunningShop, startShop } from "./server.ts";
import { becomeAdministrator } from "./staff.ts";

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
