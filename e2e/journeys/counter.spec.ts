import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "playwright/test";
import { expectWellMade } from "../support/accessibility.ts";
import { archiveProduct, changeProduct, makeProduct, ordersOf, signInAsManager } from "../support/staff.ts";

const COUNTER = "/shop-manager/counter";

test.describe.configure({ timeout: 180_000 });

test("ten orders without a connection, the browser killed, are ten orders once @deep", async ({
  baseURL,
  request,
}) => {
  const product = await makeProduct(request, "Lane biochar");
  const email = `lane-${Date.now().toString(36)}@example.com`;
  const folder = await mkdtemp(path.join(tmpdir(), "counter-"));
  const open = () => openBrowser(folder, baseURL);
  let browser = await open();
  try {
    const page = await browser.newPage();
    await signInAsCounter(page);
    await expect(page.getByText("Connected")).toBeVisible();
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.ready).active?.state === "activated",
    );

    const devtools = await browser.newCDPSession(page);
    expect(await devtools.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });

    await browser.setOffline(true);
    await page.reload();
    await expect(page.getByText("No connection")).toBeVisible();
    for (let number = 1; number <= 10; number += 1) {
      await takeOrder(page, { product: product.name, name: `Lane Customer ${number}`, email });
      await expect(
        page.getByText(`The order of Lane Customer ${number} is kept on this device.`),
      ).toBeVisible();
    }
    await expect(page.getByText("10 orders kept on this device.")).toBeVisible();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Half typed");
    await expect.poll(() => keptText(page)).toContain("Half typed");
    await kill(browser, folder);

    browser = await open();
    await browser.setOffline(true);
    const again = await browser.newPage();
    await again.goto(COUNTER);
    await expect(again.getByText("10 orders kept on this device.")).toBeVisible();
    await expect(again.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Half typed");
    // The session has ended meanwhile.
    await browser.clearCookies();
    await browser.setOffline(false);
    // Also a browser that does not say that it is online again is asked for, every half minute.
    const waiting = again.getByText("10 orders of Morgan Manager wait to be sent.");
    await expect(waiting).toBeVisible({ timeout: 40_000 });
    await expect(again.getByText("Lane Customer 1", { exact: true })).toBeHidden();
    expect(await ordersOf(request, email)).toEqual([]);

    await signInAsCounter(again);
    await expect(again.getByText("Nothing waits: the shop has every order.")).toBeVisible({
      timeout: 60_000,
    });
    await expect(
      again.getByRole("list", { name: "Orders that were sent" }).getByRole("listitem"),
    ).toHaveCount(10);
    await again.getByRole("button", { name: "Update and send" }).click();
    await expect(again.getByText("Connected")).toBeVisible();
    const orders = await ordersOf(request, email);
    expect(orders).toHaveLength(10);
    expect(new Set(orders.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(10);
    expect(await keptText(again)).not.toContain("Lane Customer");
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a price that has changed since, and stock that is gone, are shown and decided by a person", async ({
  page,
  request,
}) => {
  const product = await makeProduct(request, "Dear biochar");
  const email = `dear-${Date.now().toString(36)}@example.com`;
  await signInAsCounter(page);
  await expect(page.getByText("Connected")).toBeVisible();
  await page.getByRole("button", { name: "Take order" }).click();
  await expect(page.getByText("Customer name is required")).toBeVisible();
  await expect(page.getByText("At least one item is required")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("No connection")).toBeVisible();
  await takeOrder(page, { product: product.name, name: "Dear Customer", email });
  await expect(page.getByText("1 order kept on this device.")).toBeVisible();
  await changeProduct(request, product.id, { price: 21 });
  await page.context().setOffline(false);
  await expect(page.getByText("The prices have changed since")).toBeVisible();
  await expect(page.getByText(/costs £21\.00 now; the customer was told £20\.00/)).toBeVisible();
  await expectWellMade(page, "the counter with a conflict");
  expect(await ordersOf(request, email)).toEqual([]);
  await page.getByRole("button", { name: "Send at the prices taken: £20.00" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 20 }]);

  await changeProduct(request, product.id, { stockQuantity: 0 });
  await takeOrder(page, { product: product.name, name: "Dear Customer", email });
  await expect(page.getByText("The shop counts too few")).toBeVisible();
  await page.getByRole("button", { name: "Discard…" }).click();
  await page.getByRole("button", { name: "Discard the order" }).click();
  await expect(page.getByText("Reason is required")).toBeVisible();
  await page.getByLabel("Why is it not to be sent?").fill("The bag was torn");
  await page.getByRole("button", { name: "Discard the order" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(1);
  await archiveProduct(request, product.id);
});

/** Signs in and goes to the counter; its page has no Remix to wait for. */
async function signInAsCounter(page: Page): Promise<void> {
  await signInAsManager(page, "/shop-manager");
  await page.goto(COUNTER);
  await expect(page.getByRole("heading", { name: "Take an order" })).toBeVisible();
}

/** One unit of a product for cash. */
async function takeOrder(
  page: Page,
  { product, name, email }: { product: string; name: string; email: string },
): Promise<void> {
  await page.getByRole("combobox", { name: "Add a product" }).fill(product);
  await page.getByRole("option", { name: product }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("3 Lane End, Ludlow, SY8 1AA");
  await page.getByRole("button", { name: "Take order" }).click();
}

/** A browser that keeps what it is given in a folder. */
function openBrowser(folder: string, baseURL: string | undefined): Promise<BrowserContext> {
  const { launchOptions, userAgent, locale, timezoneId, viewport } = test.info().project.use;
  return chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...(baseURL ? { baseURL } : {}),
    ...(userAgent ? { userAgent } : {}),
    ...(locale ? { locale } : {}),
    ...(timezoneId ? { timezoneId } : {}),
    ...(viewport ? { viewport } : {}),
  });
}

/** Ends the browser of this folder, and no other, as a dead battery would. */
async function kill(browser: BrowserContext, folder: string): Promise<void> {
  const gone = new Promise<void>((resolve) => browser.once("close", () => resolve()));
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    const isBrowser = command.includes(`--user-data-dir=${folder}`) && !command.includes("--type=");
    if (isBrowser) process.kill(Number(id), "SIGKILL");
  }
  await gone;
}

/** Everything that the counter keeps in this browser, as text. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("counter");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const names = [...database.objectStoreNames];
    const transaction = database.transaction(names);
    const rows = await Promise.all(
      names.map(
        (name) =>
          new Promise<unknown[]>((resolve) => {
            const reading = transaction.objectStore(name).getAll();
            reading.onsuccess = () => resolve(reading.result);
          }),
      ),
    );
    return JSON.stringify([rows, await caches.keys()]);
  });
}
