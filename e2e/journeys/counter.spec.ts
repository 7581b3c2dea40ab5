import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type APIRequestContext,
  type BrowserContext,
  chromium,
  expect,
  type Page,
  test,
} from "playwright/test";
import { expectWellMade } from "../support/accessibility.ts";
import { uniqueEmail, uniqueWord, visit } from "../support/shop.ts";
import {
  archiveProduct,
  changeProduct,
  makeProduct,
  newStaff,
  office,
  openAs,
  ordersOf,
  type SignedInStaff,
  STAFF_PASSWORD,
  signInAsManager,
  staffOf,
} from "../support/staff.ts";

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
    await expect.poll(() => transformedText(page)).toContain("Half typed");
    await kill(browser, folder);

    browser = await open();
    await browser.setOffline(true);
    const again = await browser.newPage();
    await again.clock.install();
    await again.goto(COUNTER);
    await expect(again.getByText("10 orders kept on this device.")).toBeVisible();
    await expect(again.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Half typed");
    // The session has ended meanwhile.
    await browser.clearCookies();
    await browser.setOffline(false);
    // Also a browser that does not say that it is online again is asked for, every half minute.
    await again.clock.fastForward(31_000);
    await expect(again.getByText("10 orders of Morgan Manager wait to be sent.")).toBeVisible();
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
    expect(await transformedText(again)).not.toContain("Lane Customer");
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
  await pricesAreRead(page);
  await expectWellMade(page, "the counter with a conflict");
  expect(await ordersOf(request, email)).toEqual([]);
  await page.getByRole("button", { name: "Send at the prices taken: £20.00" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 20 }]);

  await changeProduct(request, product.id, { stockQuantity: 0 });
  await takeOrder(page, { product: product.name, name: "Dear Customer", email });
  await expect(page.getByText("The shop counts too few")).toBeVisible();
  // It waits for a person from then on.
  const sentAgain: string[] = [];
  page.on("request", (call) => {
    if (call.url().includes("sendCounterOrder")) sentAgain.push(call.url());
  });
  await page.reload();
  await expect(page.getByText("Connected")).toBeVisible();
  await expect(page.getByText("The shop counts too few")).toBeVisible();
  expect(sentAgain).toEqual([]);
  await pricesAreRead(page);
  await page.getByRole("button", { name: "Discard…" }).click();
  await page.getByRole("button", { name: "Discard the order" }).click();
  await expect(page.getByText("Reason is required")).toBeVisible();
  await page.getByLabel("Why is it not to be sent?").fill("The bag was torn");
  await page.getByRole("button", { name: "Discard the order" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(1);
  await archiveProduct(request, product.id);
});

test("an order that had reached the shop before it was discarded stands, and its number is told", async ({
  page,
  request,
}) => {
  const product = await makeProduct(request, "Lost biochar");
  const email = uniqueEmail();
  await signInAsCounter(page);
  await expect(page.getByText("Connected")).toBeVisible();
  await page.route(/shop\.sendCounterOrder/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await takeOrder(page, { product: product.name, name: "Lost Answer", email });
  await expect(page.getByText("No connection")).toBeVisible();
  await page.getByRole("button", { name: "Discard…" }).click();
  await page.getByLabel("Why is it not to be sent?").fill("Paid by card in the end");
  await page.getByRole("button", { name: "Discard the order" }).click();
  const [order] = await ordersOf(request, email);
  await expect(
    page.getByText(`The order of Lost Answer had reached the shop before: order ${order?.invoiceNumber}.`),
  ).toBeVisible();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  await archiveProduct(request, product.id);
});

test("a store that was closed is opened again, and one that keeps nothing is told and loses nothing typed", async ({
  page,
  request,
}) => {
  const product = await makeProduct(request, "Kept biochar");
  const email = uniqueEmail();
  await signInAsCounter(page);
  await expect(page.getByText("Connected")).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/robots.txt");
  await openNewerStore(other, { isKept: false });
  await takeOrder(page, { product: product.name, name: "Closed Before", email });
  await expect(page.getByText("The order of Closed Before is kept on this device.")).toBeVisible();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();

  await openNewerStore(other, { isKept: true });
  await takeOrder(page, { product: product.name, name: "Not Kept", email });
  await expect(page.getByText("This device keeps nothing at the moment")).toBeVisible();
  await expect(page.getByText("The order of Not Kept is kept on this device.")).toBeHidden();
  await page.getByRole("button", { name: "Update and send" }).click();
  await expect(page.getByRole("button", { name: "Update and send" })).toBeEnabled();
  await expect(page.getByText("This device keeps nothing at the moment")).toBeVisible();

  await other.evaluate(() => {
    indexedDB.deleteDatabase("counter");
  });
  await page.getByRole("button", { name: "Update and send" }).click();
  await expect(page.getByText("Connected")).toBeVisible();
  await expect(page.getByText("This device keeps nothing at the moment")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Not Kept");
  await page.getByRole("button", { name: "Take order" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  await expect.poll(async () => (await ordersOf(request, email)).length).toBe(2);
  await archiveProduct(request, product.id);
});

test("after a sign-out the device has no customers, and sells in nobody's name", async ({
  page,
  request,
}) => {
  const product = await makeProduct(request, "Shared biochar");
  const email = `shared-${Date.now().toString(36)}@example.com`;
  await makeTradeCustomer(request);
  const manager = await newStaff(request, "shop_manager", "Shona Shared");
  await openCounterAs(page, manager);
  expect(await transformedText(page)).toContain(TRADE_CUSTOMER);
  // The session ends where this device does not see it, and an order is taken since.
  await page.context().setOffline(true);
  await manager.office.post("/logout");
  await takeOrder(page, { product: product.name, name: "Taken Since", email });
  await expect(page.getByText("1 order kept on this device.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("1 order of Shona Shared waits to be sent.")).toBeVisible();
  expect(await transformedText(page)).not.toContain(TRADE_CUSTOMER);

  await openCounterAs(page, await signedInAgain(manager, page));
  await expect(page.getByText("Taken on this device before you signed in.")).toBeVisible();
  await expect(page.getByText("Connected")).toBeVisible();
  expect(await ordersOf(request, email)).toEqual([]);
  await page.getByRole("button", { name: "Send Shona Shared's orders" }).click();
  await expect(page.getByText("Nothing waits: the shop has every order.")).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(1);

  // The button of any other page ends it at once.
  await visit(page, "/shop-manager");
  await page.locator("summary", { hasText: "Shona Shared" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("/");
  await expect.poll(() => transformedText(page)).not.toContain(TRADE_CUSTOMER);
  await page.context().setOffline(true);
  await page.goto(COUNTER);
  await expect(page.getByText("Nobody is signed in")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Take an order" })).toBeHidden();
  await page.context().setOffline(false);
  await archiveProduct(request, product.id);
});

test("anyone who may not take orders, or comes back after twelve hours, gets nothing from the counter", async ({
  page,
  request,
}) => {
  await makeTradeCustomer(request);
  const manager = await newStaff(request, "shop_manager", "Shona Shared");
  await openCounterAs(page, manager);
  await page.context().setOffline(true);
  await page.clock.setFixedTime(Date.now() + 12.1 * 60 * 60 * 1000);
  await page.goto(COUNTER);
  await expect(page.getByText("Nobody is signed in")).toBeVisible();
  expect(await transformedText(page)).not.toContain(TRADE_CUSTOMER);
  await page.context().setOffline(false);
  await page.clock.setFixedTime(Date.now());

  await openCounterAs(page, manager);
  expect(await transformedText(page)).toContain(TRADE_CUSTOMER);
  const packer = await staffOf(request, "packer");
  await page.context().addCookies((await packer.office.storageState()).cookies);
  await page.getByRole("button", { name: "Update and send" }).click();
  await expect(page.getByText("The shop does not let you send orders")).toBeVisible();
  expect(await transformedText(page)).not.toContain(TRADE_CUSTOMER);
  await page.context().setOffline(true);
  await page.goto(COUNTER);
  await expect(page.getByText("Nobody is signed in")).toBeVisible();
});

const TRADE_CUSTOMER = "Tilda Trader";

/** A customer with prices of their own, whom the counter keeps. */
async function makeTradeCustomer(request: APIRequestContext): Promise<void> {
  const staff = await office(request);
  const call = async <Answer>(name: string, json: object) => {
    const answer = await staff.post(`/api/trpc/${name}`, { data: { json } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
  };
  const word = uniqueWord();
  const { code: tradeList } = await call<{ code: string }>("prices.createList", { name: `Growers ${word}` });
  const data = {
    ...{ name: TRADE_CUSTOMER, email: uniqueEmail(), username: `tilda-${word}`, role: "customer" },
    password: STAFF_PASSWORD,
  };
  const made = await staff.post("/api/admin/users", { data });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: number };
  await call("users.edit", { id, version: 1, changes: { tradeList } });
}

async function openCounterAs(page: Page, staff: SignedInStaff): Promise<void> {
  await openAs(page, staff, "/shop-manager");
  await page.goto(COUNTER);
  await expect(page.getByText("Connected")).toBeVisible();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
}

/** The same person in a new session. */
async function signedInAgain(staff: SignedInStaff, page: Page): Promise<SignedInStaff> {
  const { email, password } = staff;
  const answer = await page.request.post("/api/admin/login", { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { ...staff, office: page.request };
}

/** Signs in and goes to the counter; its page has no Remix to wait for. */
async function signInAsCounter(page: Page): Promise<void> {
  await signInAsManager(page, "/shop-manager");
  await page.goto(COUNTER);
  await expect(page.getByRole("heading", { name: "Take an order" })).toBeVisible();
}

/**
 * After a conflict the counter reads its prices again: another journey's first trade customer comes with them, and the
 * field that finds one moves what stands below.
 */
async function pricesAreRead(page: Page): Promise<void> {
  await expect(page.getByText("Connected")).toBeVisible();
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

/** Opens the counter's store as a newer version of its page would: all that have it open close it. */
function openNewerStore(page: Page, { isKept }: { isKept: boolean }): Promise<void> {
  return page.evaluate(
    (keeps) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("counter", 2);
        opening.onupgradeneeded = () => {
          if (!keeps) opening.transaction?.abort();
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => resolve();
      }),
    isKept,
  );
}

/** Everything that the counter keeps in this browser, as text. */
function transformedText(page: Page): Promise<string> {
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
