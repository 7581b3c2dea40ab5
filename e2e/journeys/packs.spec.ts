import { expect, type Page, test } from "playwright/test";
import { fillCart, javaScriptIsOn, scriptOnDeskOrNoneOnPhone, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

scriptOnDeskOrNoneOnPhone();

/** What the page says that a measure costs, each once. */
async function told(page: Page, path: string): Promise<string[]> {
  await visit(page, path);
  return [...new Set(await page.locator("main [data-per-measure]").allTextContents())];
}

test("staff say what is in a pack, and every price of it says what a litre costs, until that is taken back", async ({
  page,
}) => {
  // Of products that no other journey gives a pack, one for each way to walk.
  const slug = javaScriptIsOn() ? "specialized-plant-biochar" : "biochar-masks";
  const response = await page.request.get(`/api/products/${slug}`);
  const product = (await response.json()) as { id: number; name: string; price: number };
  await signInAsAdministrator(page);
  await visit(page, `/admin/settings?tab=Products&edit=${product.id}`);
  const form = page.getByRole("form", { name: `Edit ${product.name}` });
  await form.getByText(/^Pack: /).click();
  await form.getByLabel("Show the price per").selectOption("Litre");
  await form.getByLabel("Paper and card (g)").fill("35");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    form.getByText("Enter the volume: the price per litre or m³ is reckoned from it", { exact: true }),
  ).toBeVisible();
  await expect(form.getByLabel("Paper and card (g)")).toHaveValue("35");
  await form.getByLabel("Volume (litres)").fill("0.25");
  const expected = `£${(product.price * 4).toFixed(2)} per litre`;
  if (javaScriptIsOn()) await expect(form.getByText(`Shoppers read ${expected}.`)).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated")).toBeVisible();

  const name = encodeURIComponent(product.name);
  for (const path of [`/products?search=${name}`, `/products/${slug}`]) {
    expect(await told(page, path), path).toEqual([expected]);
  }
  const data = await page.locator('script[type="application/ld+json"]').first().textContent();
  expect(data).toContain('"@type":"UnitPriceSpecification"');
  expect(data).toContain('"unitCode":"LTR"');
  await fillCart(page, slug);
  for (const path of ["/cart", "/checkout"]) expect(await told(page, path), path).toContain(expected);

  if (javaScriptIsOn()) {
    await visit(page, `/admin?tab=audit&area=products&subject=${product.id}`);
    const changed = page.getByRole("row").filter({ hasText: "Pack millilitres" });
    await changed
      .first()
      .getByRole("button", { name: /^Take back/ })
      .click();
    await expect(page.getByText("Change taken back")).toBeVisible();
  } else {
    await visit(page, `/admin/settings?tab=Products&edit=${product.id}`);
    await form.getByText(/^Pack: /).click();
    await form.getByLabel("Show the price per").selectOption("Nothing: show no such price");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Product updated")).toBeVisible();
  }
  expect(await told(page, `/products/${slug}`)).toEqual([]);
});

test("the year's packaging stands beside the reports", async ({ page }) => {
  await signInAsAdministrator(page);
  await visit(page, "/admin?tab=analytics");
  await page.getByRole("link", { name: "Packaging", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Packaging by year" })).toBeVisible();
  await expect(page.getByText(/Neither limit of a small producer is reached/)).toBeVisible();
  const file = await page.request.get("/admin/packaging.csv");
  expect(await file.text()).toContain("year,material,kilograms");
});
