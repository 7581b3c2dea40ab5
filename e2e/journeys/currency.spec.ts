import { type APIRequestContext, expect, type Page, request as requests, test } from "playwright/test";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { listProviderObjects } from "../support/caller.ts";
import { hydrated, readPage, visit } from "../support/shop.ts";
import { ShopDatabase } from "../support/shop-database.ts";
import { signInAsAdministrator } from "../support/staff.ts";
import { buyByCard } from "../support/viewers.ts";
import { startShop } from "../support/web-process.ts";

/* The currency is the whole shop's, so the journey has a shop and a database of its own. */
test.describe.configure({ timeout: 240_000 });

/** Of one bag at £24.99 with its delivery, £35.98 with £6.00 of VAT: the numbers stay. */
const IN_POUNDS = "Total VAT in pounds sterling: £5.13, at £0.8543 for €1.00 (rate of 20 November 2026).";

test("a shop in euros shows, charges and books what it sells in euros; its first order fixes that @deep", async ({
  browser,
}) => {
  const folder = await makeThrowawayFolder();
  const database = new ShopDatabase(folder);
  await database.start();
  const settings = { DATABASE_URL: database.url, DEMO_DATA: "on", RATE_LIMIT_FACTOR: "1000" };
  const shop = await startShop(settings);
  try {
    const owner = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await signInAsAdministrator(owner);
    await expectFixed(owner, "GBP");
    // The demo's orders, as a shop that has sold nothing.
    await database.query("truncate customer_order, payment, checkout cascade");
    await changeToEuros(owner);

    const looker = await requests.newContext({ baseURL: shop.url });
    const buyer = await requests.newContext({ baseURL: shop.url });
    await looker.post("/cart", { form: { intent: "add", productId: "1", quantity: "1" } });
    await expectEuros(looker, "/products/premium-biochar", "€24.99", "UK delivery €10.99, free from €45");
    await expectEuros(looker, "/cart", "€24.99");
    await expectEuros(looker, "/checkout", "€24.99", "€10.99", "€35.98", "Pay €35.98");
    const { email } = await buyByCard(buyer);
    const [paid] = (await listProviderObjects(shop.url, "payment_intent")).slice(-1);
    expect(paid?.body).toMatchObject({ amount_received: 3598, currency: "eur" });
    expect(
      await database.query("select amount_received, currency from payment where status = 'succeeded'"),
    ).toEqual([{ amount_received: 3598, currency: "eur" }]);
    await expectEuros(buyer, "/order-confirmation", "€35.98");
    const mail = await confirmationTo(owner, email);
    expect(mail).toContain("€35.98");
    expect(mail).not.toContain("£");
    expect((await readPage(owner.request, "/admin?tab=orders&view=all")).main).toContain("€35.98");

    const invoice = (await readPage(buyer, "/order-confirmation")).linkTo("Invoice") ?? "";
    for (const words of ["VAT invoice", "€35.98", IN_POUNDS])
      expect((await readPage(buyer, invoice)).main).toContain(words);
    await expectFixed(owner, "EUR");
    await owner.locator('input[name="exchangeRate"]').fill("0.9");
    await owner.locator('input[name="exchangeRateDay"]').fill("2026-11-21");
    await save(owner);
    await expect(owner.getByText("Settings updated").first()).toBeVisible();
    expect((await readPage(buyer, invoice)).main).toContain(IN_POUNDS);
  } finally {
    await shop.stop();
    await database.close();
    await removeThrowawayFolder(folder);
  }
});

/** The field shows one currency, and why no other may be chosen. */
async function expectFixed(page: Page, currency: string): Promise<void> {
  await openSettings(page);
  const field = page.locator('select[name="currency"]');
  await expect(field).toHaveValue(currency);
  await expect(field.locator("option:enabled")).toHaveCount(1);
  await expect(page.getByText("The currency is fixed for the shop's life").first()).toBeVisible();
}

const openSettings = (page: Page) => visit(page, "/admin/settings");
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();

/** Is refused without a rate and a confirmation, and loses nothing by it. */
async function changeToEuros(page: Page): Promise<void> {
  await openSettings(page);
  await page.locator('input[name="vatNumber"]').fill("GB123456789");
  await page.locator('select[name="currency"]').selectOption("EUR");
  await save(page);
  await expect(
    page.getByText("Enter how many pounds one euro is: VAT papers show it.").first(),
  ).toBeVisible();
  await hydrated(page);
  await expect(page.locator('select[name="currency"]')).toHaveValue("EUR");
  await expect(page.locator('input[name="vatNumber"]')).toHaveValue("GB123456789");
  await page.locator('input[name="exchangeRate"]').fill("0.8543");
  await page.locator('input[name="exchangeRateDay"]').fill("2026-11-20");
  await page.getByLabel("Change the currency to EUR").check();
  await save(page);
  await expect(page.getByText("Settings updated").first()).toBeVisible();
}

/** As staff see it: a shop with a database of its own choice shows no outbox to everybody. */
async function confirmationTo(owner: Page, email: string): Promise<string> {
  await visit(owner, `/admin?tab=emails&recipient=${encodeURIComponent(email)}`);
  await owner.getByRole("link", { name: /^Your .* order / }).click();
  const html = owner.getByTitle("The email as its recipient sees it").filter({ visible: true });
  await expect(html).toBeVisible();
  return (await html.getAttribute("srcdoc")) ?? "";
}

/** All amounts of a page, and these among them. */
async function expectEuros(request: APIRequestContext, path: string, ...amounts: string[]): Promise<void> {
  const { main } = await readPage(request, path);
  for (const amount of amounts) expect(main, path).toContain(amount);
  expect(main, path).not.toContain("£");
}
