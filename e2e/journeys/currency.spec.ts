import { type Browser, expect, type Page, test } from "playwright/test";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { confirmationShown, handlePayPal, openPayPal, pay } from "../support/payment.ts";
import { listProviderObjects } from "../support/provider-objects.ts";
import { type RunningShop, startShop } from "../support/server.ts";
import { cards, fillCart, fillDetails, settled, uniqueEmail, visit } from "../support/shop.ts";
import { ShopDatabase } from "../support/shop-database.ts";
import { signInAsAdministrator } from "../support/staff.ts";

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

    const byCard = await buy(browser, shop, (page) => pay(page, cards.good));
    const withPayPal = await buy(browser, shop, async (page) => {
      await openPayPal(page);
      await handlePayPal(page, "Approve payment");
    });

    expect(await chargedAtProvider(shop, database, byCard.email)).toEqual({
      provider: "stripe",
      amount: 3598,
      currency: "eur",
      charged: "3598 eur",
    });
    expect(await chargedAtProvider(shop, database, withPayPal.email)).toEqual({
      provider: "paypal",
      amount: 3598,
      currency: "eur",
      charged: "35.98 EUR",
    });
    for (const { email } of [byCard, withPayPal]) {
      const confirmation = await confirmationTo(owner, email);
      expect(confirmation).toContain("€35.98");
      expect(confirmation).not.toContain("£");
    }

    await visit(owner, "/admin?tab=orders&view=all");
    for (const { email } of [byCard, withPayPal]) {
      await expect(owner.locator("tbody tr").filter({ hasText: email })).toContainText("€35.98");
    }

    const { page } = byCard;
    await page
      .getByRole("region", { name: "Documents" })
      .getByRole("link", { name: "Invoice", exact: true })
      .click();
    await expect(page.getByRole("heading", { name: "VAT invoice" }).first()).toBeVisible();
    await expect(page.locator("main")).toContainText("€35.98");
    await expect(page.getByText(IN_POUNDS)).toBeVisible();
    await expectFixed(owner, "EUR");
    await owner.locator('input[name="exchangeRate"]').fill("0.9");
    await owner.locator('input[name="exchangeRateDay"]').fill("2026-11-21");
    await save(owner);
    await expect(owner.getByText("Settings updated").first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(IN_POUNDS)).toBeVisible();
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
  await settled(page);
  await expect(page.locator('select[name="currency"]')).toHaveValue("EUR");
  await expect(page.locator('input[name="vatNumber"]')).toHaveValue("GB123456789");
  await page.locator('input[name="exchangeRate"]').fill("0.8543");
  await page.locator('input[name="exchangeRateDay"]').fill("2026-11-20");
  await page.getByLabel("Change the currency to EUR").check();
  await save(page);
  await expect(page.getByText("Settings updated").first()).toBeVisible();
}

interface Purchase {
  page: Page;
  email: string;
}

/** Buys a bag of Premium Biochar in a browser of its own; every page on the way is in euros. */
async function buy(
  browser: Browser,
  shop: RunningShop,
  payFor: (page: Page) => Promise<void>,
): Promise<Purchase> {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  const email = uniqueEmail();
  const main = page.locator("main");
  const isInEuros = async (...amounts: string[]) => {
    for (const amount of amounts) await expect(main).toContainText(amount);
    await expect(main).not.toContainText("£");
  };
  await visit(page, "/products/premium-biochar");
  await isInEuros("€24.99", "UK delivery €10.99, free from €45");
  await fillCart(page, "premium-biochar");
  await visit(page, "/cart");
  await isInEuros("€24.99");
  await visit(page, "/checkout");
  await isInEuros("€24.99", "€10.99", "€35.98");
  await expect(main.getByRole("button", { name: "Pay €35.98" })).toBeVisible();
  await fillDetails(page, email);
  await payFor(page);
  await confirmationShown(page, email);
  await isInEuros("€35.98");
  return { page, email };
}

/** The payment as we booked it, and what the provider's stand-in has charged for it. */
async function chargedAtProvider(shop: RunningShop, database: ShopDatabase, email: string): Promise<unknown> {
  const rows = await database.query(
    `select payment.provider, payment.amount_received as amount, payment.currency,
            payment.provider_payment_id as id
     from payment join checkout on checkout.id = payment.checkout_id
     where checkout.details->>'customerEmail' = $1 and payment.status = 'succeeded'`,
    [email],
  );
  expect(rows).toHaveLength(1);
  const { id, ...booked } = rows[0] ?? {};
  const kind = booked.provider === "stripe" ? "payment_intent" : "capture";
  const there = (await listProviderObjects(shop.url, kind)).find((object) => object.id === id)?.body;
  const amount = Object(there?.amount);
  const charged =
    kind === "capture"
      ? `${amount.value} ${amount.currency_code}`
      : `${there?.amount_received} ${there?.currency}`;
  return { ...booked, charged };
}

/** The confirmation, as staff read it in the outbox. */
async function confirmationTo(owner: Page, email: string): Promise<string> {
  await visit(owner, `/admin?tab=emails&recipient=${encodeURIComponent(email)}`);
  await owner.getByRole("link", { name: /^Your .* order / }).click();
  // In a dialog, or in the page where there are no scripts.
  const html = owner.getByTitle("The email as its recipient sees it").filter({ visible: true });
  await expect(html).toBeVisible();
  return (await html.getAttribute("srcdoc")) ?? "";
}
