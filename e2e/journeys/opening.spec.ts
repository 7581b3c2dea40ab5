import { type Browser, expect, type Page, test } from "playwright/test";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { turnOnTwoFactor } from "../support/accounts.ts";
import { LiveShop } from "../support/live-shop.ts";
import { expectNoShippedTexts } from "../support/pages.ts";
import { hydrated } from "../support/shop.ts";
import { ShopDatabase } from "../support/shop-database.ts";
import { type RunningShop, startShop } from "../support/web-process.ts";

/*
 * From a fresh demo shop to one that is open for trade and that `npm run doctor` calls fit, as an owner goes: first what
 * the pages ask, then the same shop with its own address, a mail server and live keys. The stand-ins answer to those, so
 * no money moves. In a shop of its own: the demo data go for good.
 */
test.describe.configure({ timeout: 360_000 });

const owner = { email: "olwen@shop.example", username: "olwen", password: "a long enough password" };

test("a fresh shop is opened step by step @deep", async ({ browser }) => {
  const folder = await makeThrowawayFolder();
  const database = new ShopDatabase(folder);
  await database.start();
  const shop = await startShop({
    DATABASE_URL: database.url,
    DEMO_DATA: "on",
    RATE_LIMIT_FACTOR: "1000",
  });
  let recoveryCode: string;
  try {
    recoveryCode = await settleWhatIsAsked(browser, { shop, database });
  } finally {
    await shop.stop();
  }
  const live = new LiveShop(database);
  try {
    await live.start();
    await openWithLiveKeys(browser, { shop: live.shop, database }, live, recoveryCode);
  } finally {
    await live.stop();
    await database.close();
    await removeThrowawayFolder(folder);
  }
});

interface Walk {
  shop: RunningShop;
  database: ShopDatabase;
}

/** Every step but those of the environment; returns a recovery code of the owner. */
async function settleWhatIsAsked(browser: Browser, { shop, database }: Walk): Promise<string> {
  const page = await become(browser, shop, { email: "admin@example.com", password: DEMO_PASSWORD });
  const open = async (step: string) => {
    await page.goto(`/admin/opening?step=${step}`);
    await hydrated(page);
    return page.locator(`details#${step}`);
  };
  const isDone = async (step: string) => expect((await open(step)).locator("summary")).toContainText("Done");

  await page.goto("/admin");
  await hydrated(page);
  await page.getByText("Before you open").click();
  await page.getByRole("link", { name: "Open the shop step by step" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Opening the shop" })).toBeVisible();

  const company = await open("company");
  // The next step that is asked for opens; what is typed into another one stays.
  const whenSent = page.locator("details#delivery").getByLabel("When You Send Orders");
  await page.goto("/admin/opening");
  await hydrated(page);
  await page.locator("details#delivery > summary").click();
  await whenSent.fill("every Monday");
  for (const [label, value] of [
    ["Store Name", "Teme Char"],
    ["Store Address", "1 Real Street, Ludlow"],
    ["Store Phone", "01584 123456"],
    ["Store Email", "hello@shop.example"],
    ["Company Number", "01234567"],
    ["Registered Office", "1 Real Street, Ludlow"],
    ["VAT Registration Number", "GB123456789"],
  ] as const) {
    await company.getByLabel(label).fill(value);
  }
  await company.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings updated").first()).toBeVisible();
  await expect(page.locator("details#vat")).toHaveAttribute("open", "");
  await expect(company).not.toHaveAttribute("open", "");
  await expect(whenSent).toHaveValue("every Monday");
  await isDone("company");

  const vat = await open("vat");
  await vat.getByLabel(/^Yes, they include VAT/).check();
  await vat.getByRole("button", { name: "Save answer" }).click();
  await expect(page.getByText("Settings updated").first()).toBeVisible();
  await isDone("vat");

  const claims = await open("claims");
  for (const [name, value] of [
    ["claims.tonnes.figure", "57.4"],
    ["claims.soldCo2.figure", "57,369 kg"],
    ["claims.co2PerPound.figure", "0.36 kg"],
    ["claims.sold.figure", "19,580 kg"],
    ["claims.litresPerKilogram.source", "Weighed by us"],
    ["retailYears[5].kg", "4111"],
    ["retailYears[5].share", "21"],
  ] as const) {
    await claims.locator(`[name="${name}"]`).fill(value);
  }
  await claims.getByRole("button", { name: "Save claims" }).click();
  await expect(page.getByText("Claims updated").first()).toBeVisible();
  await isDone("claims");
  await page.goto("/science");
  await expect(page.locator("#figures")).toContainText("57,369 kg");

  const delivery = await open("delivery");
  // Proposed, and Northern Ireland with it, with what that means.
  await expect(delivery.getByLabel("Countries You Deliver To")).toHaveValue("United Kingdom");
  await expect(delivery.getByLabel("Deliver to Northern Ireland")).toBeChecked();
  await expect(delivery.getByText(/product safety rules \(GPSR\) hold there/)).toBeVisible();
  await delivery.getByLabel("When You Send Orders").fill("every Friday");
  await delivery.getByLabel("How Bulk Bags Come").fill("We bring big bags into your barn.");
  await delivery.getByLabel("Who Pays When Bulk Bags Go Back").fill("We fetch big bags for nothing.");
  await delivery.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings updated").first()).toBeVisible();
  await isDone("delivery");

  const mail = await open("mail");
  await mail.getByLabel("Send it to").fill("olwen@shop.example");
  await mail.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText("Test mail sent").first()).toBeVisible();
  const [sent] = await database.query(
    "select coalesce(props::text, text) as text from outbox_email where template = 'test-mail'",
  );
  const arrived = /arrived=([\w-]+)/.exec(String(sent?.text))?.[1];
  expect(arrived).toBeDefined();
  await page.goto(`/admin/opening?step=mail&arrived=${arrived}`);
  await expect(page.locator("details#mail")).toContainText("arrived: its link was opened");

  for (const title of ["Terms of Service", "Returns", "Delivery", "Privacy"]) {
    const texts = await open("texts");
    await texts.getByRole("button", { name: `I have read ${title}` }).click();
    await expect(page.getByText("Marked as read").first()).toBeVisible();
  }
  await isDone("texts");

  // The demo's own administrator would go with it.
  const demo = await open("demo");
  await demo.getByRole("button", { name: "Remove the demo data" }).click();
  await expect(page.getByText(/You are signed in with a demo account/)).toBeVisible();
  const made = await page.request.post("/api/admin/users", {
    data: { ...owner, name: "Olwen Owner", role: "administrator", currentPassword: DEMO_PASSWORD },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.context().close();

  const own = await become(browser, shop, owner);
  await own.goto("/admin/opening?step=demo");
  await hydrated(own);
  await own.getByRole("button", { name: "Remove the demo data" }).click();
  await expect(own.getByText("Demo data removed").first()).toBeVisible();
  await own.goto("/admin/opening?step=demo");
  await expect(own.locator("details#demo summary")).toContainText("Done");
  await expect(own.locator("details#staff summary")).toContainText("Done");
  await own.goto("/admin?tab=orders&view=all");
  await expect(own.getByText("pi_demo_")).toHaveCount(0);

  await own.goto("/admin/opening?step=open");
  await hydrated(own);
  await own.getByRole("button", { name: "Open for trade" }).click();
  await expect(own.getByRole("alert").first()).toContainText("Payments are only played");

  const product = await own.request.put("/api/admin/products/1", { data: { price: 1 } });
  expect(product.ok(), await product.text()).toBe(true);
  const visitor = await browser.newContext({ baseURL: shop.url });
  await expectNoShippedTexts(visitor.request);
  await visitor.close();
  // A public shop lets no staff work without a second factor.
  const security = "/account/settings?tab=security";
  const [recoveryCode = ""] = await turnOnTwoFactor(own.request, security, owner.password);
  await own.context().close();
  return recoveryCode;
}

async function openWithLiveKeys(
  browser: Browser,
  { shop, database }: Walk,
  live: LiveShop,
  recoveryCode: string,
): Promise<void> {
  // Cookies of a shop at https are for secure places alone, of which localhost is one.
  const address = shop.url.replace("127.0.0.1", "localhost");
  const person = await browser.newContext({ baseURL: address });
  const page = await person.newPage();
  await page.goto("/admin/login?next=%2Fadmin%2Fopening");
  await hydrated(page);
  await page.locator('input[name="email"]').fill(owner.email);
  await page.locator('input[name="password"]').fill(owner.password);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname === "/login/code");
  await hydrated(page);
  await page.locator('input[name="code"]').fill(recoveryCode);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname === "/admin/opening");

  const payments = page.locator("details#payments");
  await page.goto("/admin/opening?step=payments");
  await hydrated(page);
  await expect(payments).toContainText("Live keys; nobody has asked yet whether they are good.");
  await payments.getByRole("button", { name: "Ask the providers" }).click();
  await expect(page.getByText("The payment providers were asked").first()).toBeVisible();
  await page.goto("/admin/opening?step=payments");
  await expect(payments).toContainText(
    /Live keys, valid, but something is missing \(asked .* by Olwen Owner\)/,
  );
  await expect(payments).toContainText("No webhook endpoint of the account has the address");
  await live.setUpWebhooks();
  await hydrated(page);
  await payments.getByRole("button", { name: "Ask the providers" }).click();
  await expect(page.getByText("The payment providers were asked").first()).toBeVisible();
  await page.goto("/admin/opening?step=payments");
  await expect(payments.getByText(/^Live keys, valid \(asked/)).toHaveCount(2);

  await live.buyByCard(browser, address);
  await expect.poll(() => database.count("select count(*) from customer_order"), { timeout: 20_000 }).toBe(1);
  const order = await database.count("select id from customer_order");
  await page.goto("/admin/opening?step=payments");
  await expect(payments).toContainText(/Last event (just now|1 minute ago)\./);
  await expect(payments.locator("summary")).toContainText("Done");

  await page.goto(`/admin?tab=orders&order=${order}`);
  await hydrated(page);
  const refund = page
    .locator("details:visible")
    .filter({ has: page.locator("> summary", { hasText: /^Refund$/ }) })
    .first();
  await refund.locator("summary").click();
  const total = await database.count("select total_amount from customer_order");
  await refund.locator('input[name="amount"]').fill((total / 100).toFixed(2));
  await refund.locator('input[name="reason"]').fill("The first order of all");
  await refund.getByRole("button", { name: /^Refund £/ }).click();
  await expect(page.getByText("Refund made").first()).toBeVisible();
  await expect
    .poll(() => database.count("select count(*) from refund where status = 'succeeded'"), { timeout: 20_000 })
    .toBe(1);

  await page.goto("/admin/opening?step=open");
  await hydrated(page);
  await page.getByRole("button", { name: "Open for trade" }).click();
  await expect(page.getByText("The shop is open for trade").first()).toBeVisible();
  await page.goto("/admin/opening?step=open");
  await expect(page.locator("details#open")).toContainText(/Open for trade since .*, by Olwen Owner\./);
  await page.goto("/admin");
  await expect(page.getByText("Before you open")).toHaveCount(0);
  await person.close();

  // In a shop that is younger than a minute the sweeper has not run yet, and the doctor says so.
  await database.query("select graphile_worker.add_job('sweep-checkouts', max_attempts := 1)");
  await expect(async () => {
    const { code, output } = await live.runDoctor();
    expect(output).toMatch(/Open for trade since \d{4}-\d\d-\d\d, by Olwen Owner\.\nFit to trade\.\n$/);
    expect(code).toBe(0);
  }).toPass({ timeout: 90_000, intervals: [5000] });
}

async function become(
  browser: Browser,
  shop: RunningShop,
  { email, password }: { email: string; password: string },
): Promise<Page> {
  const person = await browser.newContext({ baseURL: shop.url });
  const signedIn = await person.request.post("/api/admin/login", { data: { email, password } });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
  return person.newPage();
}
