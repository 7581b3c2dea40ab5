import { expect, test } from "playwright/test";
import { expectAccessible, onlyInOneProject } from "../support/accessibility.ts";
import { addToCart, fillDetails, findProduct, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

const publicPages = [
  "/",
  "/products",
  "/products?search=nothing-is-called-this",
  "/products/premium-biochar",
  "/products/no-such-product",
  "/cart",
  "/checkout",
  "/order-confirmation",
  "/login",
  "/admin/login",
  "/admin",
  "/about",
  "/no-such-page",
];

for (const path of publicPages) {
  test(`${path} has no serious axe finding and fits the screen`, async ({ page }) => {
    onlyInOneProject();
    await visit(page, path);
    await expectAccessible(page);
  });
}

test("a filled cart and its checkout have no serious axe finding and fit the screen", async ({ page }) => {
  onlyInOneProject();
  await findProduct(page, "premium", "Premium Biochar");
  await addToCart(page);
  await expectAccessible(page);
  for (const path of ["/cart", "/checkout"]) {
    await visit(page, path);
    await expectAccessible(page);
  }
  await fillDetails(page, "axe@example.com");
  await expect(page.getByRole("button", { name: /^Pay £/ })).toBeVisible();
  await expectAccessible(page);
});

test("the admin dashboard and an order's details have no serious axe finding and fit the screen", async ({
  page,
}) => {
  onlyInOneProject();
  await signInAsAdministrator(page);
  await expectAccessible(page);
  await page
    .getByRole("link", { name: /View Details/ })
    .or(page.getByRole("button", { name: /View Details/ }))
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
