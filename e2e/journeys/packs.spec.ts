import { expect, type Page, test } from "playwright/test";
import { addToCart, fillCart, readPage, visit } from "../support/shop.ts";
import { archiveProduct, changeProduct, makeProduct, signInAsAdministrator } from "../support/staff.ts";

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

  await fillCart(page, slug);
  const search = `/products?search=${encodeURIComponent(name)}`;
  const told = async (path: string) => (await readPage(page.request, path)).main;
  for (const path of [search, `/products/${slug}`, "/cart", "/checkout"])
    expect(await told(path), path).toContain(expected);

  await visit(page, `/admin?tab=audit&area=products&subject=${id}`);
  const changed = page.getByRole("row").filter({ hasText: "Pack millilitres" });
  await changed
    .first()
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect(page.getByText("Change taken back")).toBeVisible();
  expect(await told(`/products/${slug}`)).not.toContain(expected);
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
  const dashboard = await readPage(page.request, "/admin");
  expect(dashboard.main).toMatch(
    new RegExp(`Larger quantities cost less in total than smaller ones.*${name}`),
  );
}

test("staff set what ten bags cost each, and a shopper puts ten into the cart at that price", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Tenfold Biochar", { price: 24.99 });
  await changeProduct(request, id, { netGrams: 5000, unitPrice: { per: "kg" } });
  await setPriceOfTen(page, id, name);

  await visit(page, `/products/${slug}`);
  const table = page.getByRole("table", { name: "The more, the less each" });
  await expect(table.getByRole("row", { name: "1 to 9" })).toHaveText(/£24\.99.*£5\.00 per kg/);
  await expect(table.getByRole("row", { name: "10 or more" })).toHaveText(/£21\.50.*£4\.30 per kg/);
  await addToCart(page, 10);
  const cart = await readPage(page.request, "/cart");
  expect(cart.main).toMatch(/£21\.50 each\s*£4\.30 per kg/);
  await archiveProduct(request, id);
});
