import { expect, test } from "playwright/test";
import { mailedLink } from "../support/accounts.ts";
import { fillCart, javaScriptIsOn, readPage, uniqueEmail, visit } from "../support/shop.ts";
import { queueJobOfClock } from "../support/shop-for-journeys.ts";
import { archiveProduct, changeProduct, makeProduct, office } from "../support/staff.ts";

test("who asks for it is told once that a product is back, and staff see how many wait @both", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Quench Water", { stockQuantity: 0 });
  const email = uniqueEmail();

  await visit(page, `/products/${slug}`);
  const form = page.getByRole("region", { name: "Tell me when it is back" });
  await expect(page.locator("main").getByText("Out of Stock").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to Cart" }).first()).toBeDisabled();
  await form.getByLabel("Email").evaluate((field: HTMLInputElement) => {
    field.type = "text";
  });
  await form.getByLabel("Email").fill("ann at home");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByText("Please enter a valid email address")).toBeVisible();
  await expect(form.getByLabel("Email")).toHaveValue("ann at home");
  if (javaScriptIsOn()) await expect(form.getByLabel("Email")).toBeFocused();
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(page.getByText("Please look into your mailbox").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/products/${slug}$`));
  await expect(form.getByLabel("Email")).toHaveValue("");

  const confirm = await mailedLink(page, email, /is back\?/, /stock-alerts\/confirm\?token=[\w.-]+/);
  await visit(page, confirm);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByText("Your address is confirmed").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/products/${slug}$`));

  const staff = await office(request);
  const products = await readPage(staff, `/admin?tab=products&search=${encodeURIComponent(name)}`);
  expect(products.main).toMatch(new RegExp(`${name}.*1 person waits`));
  expect((await readPage(staff, "/admin/today")).main).toMatch(new RegExp(`Waited for.*${name}`));

  await changeProduct(request, id, { stockQuantity: 3 });
  await queueJobOfClock("tell-of-stock-back");
  const subject = new RegExp(`^${name} is back$`);
  const end = await mailedLink(page, email, subject, /stock-alerts\/unsubscribe\?token=[\w.-]+/);
  await visit(page, end);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You are unsubscribed.")).toBeVisible();
  expect((await readPage(request, `/products/${slug}`)).main).not.toContain("Tell me when it is back");

  await fillCart(page, slug, 3);
  await changeProduct(request, id, { stockQuantity: 2 });
  await visit(page, "/cart");
  await expect(page.locator("main").getByText("Only 2 left")).toBeVisible();
  // Other journeys look at the catalogue.
  await archiveProduct(request, id);
});
