import { expect, type Page, test } from "playwright/test";
import { newSignedInCustomer } from "../support/accounts.ts";
import { confirmationShown, pay } from "../support/payment.ts";
import { readPage } from "../support/read-page.ts";
import { addToCart, cards, fillCart, fillDetails, goToCheckout, visit } from "../support/shop.ts";
import {
  archiveProduct,
  changeProduct,
  makeProduct,
  office,
  ordersOf,
  signInAsAdministrator,
} from "../support/staff.ts";

/** What the page says that a measure costs, each once. */
async function told(page: Page, path: string): Promise<string[]> {
  await visit(page, path);
  return [...new Set(await page.locator("main [data-per-measure]").allTextContents())];
}

test("staff say what is in a pack, and every price of it says what a litre costs, until that is taken back", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Litre Biochar");
  await signInAsAdministrator(page, `/admin/settings?tab=Products&edit=${id}`);
  const form = page.getByRole("form", { name: `Edit ${name}` });
  await form.getByText(/^Pack: /).click();
  await form.getByLabel("Show the price per").selectOption("Litre");
  await form.getByLabel("Paper and card (g)").fill("35");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    form.getByText("Enter the volume: the price per litre or m³ is reckoned from it", { exact: true }),
  ).toBeVisible();
  await expect(form.getByLabel("Paper and card (g)")).toHaveValue("35");
  await form.getByLabel("Volume (litres)").fill("0.25");
  const expected = "£80.00 per litre";
  await expect(form.getByText(`Shoppers read ${expected}.`)).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated")).toBeVisible();

  for (const path of [`/products?search=${encodeURIComponent(name)}`, `/products/${slug}`]) {
    expect(await told(page, path), path).toEqual([expected]);
  }
  const data = await page.locator('script[type="application/ld+json"]').first().textContent();
  expect(data).toContain('"@type":"UnitPriceSpecification"');
  expect(data).toContain('"unitCode":"LTR"');
  await fillCart(page, slug);
  for (const path of ["/cart", "/checkout"]) expect(await told(page, path), path).toContain(expected);

  await visit(page, `/admin?tab=audit&area=products&subject=${id}`);
  const changed = page.getByRole("row").filter({ hasText: "Pack millilitres" });
  await changed
    .first()
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect(page.getByText("Change taken back")).toBeVisible();
  expect(await told(page, `/products/${slug}`)).toEqual([]);
  await archiveProduct(request, id);
});

/** Sets, from the form of a bag of five kilograms, what ten of it cost each. */
async function setPriceOfTen(page: Page, id: number, name: string): Promise<void> {
  await signInAsAdministrator(page, `/admin/settings?tab=Products&edit=${id}`);
  await page.getByRole("link", { name: `Set the prices by quantity of ${name}` }).click();
  const step = page.getByRole("group", { name: "Step 1" });
  await step.getByLabel("From").fill("10");
  await step.getByLabel(/^Price each/).fill("21.50");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("Prices by quantity saved")).toBeVisible();
  // Wherever the owner comes by.
  const warning = "10 cost less in total than 9: £215.00 instead of £224.91.";
  await expect(page.getByText(warning)).toBeVisible();
  await visit(page, `/admin/settings?tab=Products&edit=${id}`);
  await expect(page.getByText(warning)).toBeVisible();
  const price = page.getByLabel(/^Regular price/);
  await price.fill("21");
  await expect(page.getByText("From 10 at £21.50 is not charged now: a lower price applies.")).toBeVisible();
  await expect(page.getByText(warning)).toHaveCount(0);
  await price.fill("24.99");
  await expect(page.getByText(warning)).toBeVisible();
  await visit(page, "/admin");
  const warnings = page.getByText("Larger quantities cost less in total than smaller ones: ");
  await expect(warnings.first()).toContainText(name);
}

test("ten bags are bought at the price of ten, which is the same from the page to the invoice", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const { id, name, slug } = await makeProduct(request, "Tenfold Biochar", { price: 24.99 });
  await changeProduct(request, id, { netGrams: 5000, unitPrice: { per: "kg" } });
  const staff = await browser.newPage();
  await setPriceOfTen(staff, id, name);
  await staff.close();

  const { email } = await newSignedInCustomer(page.request);
  await visit(page, `/products/${slug}`);
  const table = page.getByRole("table", { name: "The more, the less each" });
  await expect(table.getByRole("row", { name: "1 to 9" })).toHaveText(/£24\.99.*£5\.00 per kg/);
  await expect(table.getByRole("row", { name: "10 or more" })).toHaveText(/£21\.50.*£4\.30 per kg/);
  await addToCart(page, 10);
  await visit(page, "/cart");
  await expect(page.locator("main")).toContainText(/£21\.50 each\s*£4\.30 per kg/);
  await expect(page.locator("main").getByText("£215.00").first()).toBeVisible();

  await goToCheckout(page);
  const summary = page.getByRole("region", { name: "Order summary" });
  await expect(summary).toContainText("£21.50 each");
  await expect(summary).toContainText("£4.30 per kg");
  await fillDetails(page, email);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await expect(page.locator("main")).toContainText("£4.30 per kg");
  await expect(page.locator("main").getByText("£215.00").first()).toBeVisible();

  const [order] = await ordersOf(request, email);
  await visit(page, `/account/settings?tab=orders&order=${order?.id}`);
  await expect(page.getByRole("table", { name: /^Items of INV-/ })).toContainText(
    /£21\.50 each\s*£4\.30 per kg/,
  );
  await page.getByRole("link", { name: "Invoice", exact: true }).click();
  await expect(page.getByRole("heading", { name: /nvoice$/, level: 1 })).toBeVisible();
  await expect(page.locator("main").getByText("£21.50").filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator("main").getByText("£4.30 per kg").filter({ visible: true })).toBeVisible();
  await archiveProduct(request, id);
});

test("the year's packaging stands beside the reports", async ({ request }) => {
  const staff = await office(request);
  const { linkTo } = await readPage(staff, "/admin?tab=analytics");
  const { main } = await readPage(staff, linkTo("Packaging") ?? "");
  expect(main).toContain("Packaging by year");
  expect(main).toContain("Neither limit of a small producer is reached");
  const file = await staff.get("/admin/packaging.csv");
  expect(await file.text()).toContain("year,material,kilograms");
});
