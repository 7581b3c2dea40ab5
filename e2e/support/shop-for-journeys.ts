import { rmSync } from "node:fs";
import { request } from "playwright/test";
import { DATA_FOLDER } from "./jobs.ts";
import { logFile, startShop } from "./server.ts";
import { offerShopWithRates } from "./shop-with-rates.ts";
import { changeProduct, MASKS, office } from "./staff.ts";

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
