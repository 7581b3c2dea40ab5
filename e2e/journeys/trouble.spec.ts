import { expect, test } from "playwright/test";
import { freePort } from "#db/embedded/connection-settings.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { javaScriptIsOn } from "../support/shop.ts";
import { ShopDatabase } from "../support/shop-database.ts";
import { expectAllAccessible, htmlErrorsIn } from "../support/visit-pages.ts";
import { WebProcess } from "../support/web-process.ts";

// A separate shop, which starts and loses its database.
test.describe.configure({ timeout: 240_000 });

test("the pages of a fault (500) and of an outage (503) can be used by everyone @deep @both", async ({
  page,
}) => {
  const dataDir = await makeThrowawayFolder();
  const database = new ShopDatabase(dataDir);
  await database.start();
  const settings = { DATABASE_URL: database.url, RATE_LIMIT_FACTOR: "0" };
  const shop = new WebProcess({ port: await freePort(), dataDir, settings });
  try {
    await shop.start();
    await database.query("alter table faq_entry rename to lost");
    const fault = `${shop.url}/qa`;
    const outage = `${shop.url}/products`;
    const pages = new Map<string, string>();
    const look = async (path: string, status: number) => {
      await expectAllAccessible(page, [[path, status]]);
      pages.set(path, await (await fetch(path)).text());
    };
    await look(fault, 500);
    await expect.soft(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
    await database.stop();
    await look(outage, 503);
    await expect.soft(page.getByRole("heading", { level: 1 })).toHaveText("We will be right back");
    if (javaScriptIsOn()) expect.soft(await htmlErrorsIn(pages), "HTML errors").toEqual([]);
  } finally {
    await shop.close();
    await database.close();
    await removeThrowawayFolder(dataDir);
  }
});
