import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "playwright/test";
import { addToCart, fillDetails, findProduct, javaScriptIsOn, visit } from "../support/shop.ts";
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

/** axe itself is a script; where the page runs none, it is put in from outside all the same. */
async function expectNoSeriousFinding(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const path of publicPages) {
  test(`${path} has no serious axe finding and fits the screen`, async ({ page }) => {
    test.skip(!javaScriptIsOn(), "axe runs as a script in the page");
    await visit(page, path);
    await expectNoSeriousFinding(page);
    await expectNoSidewaysScroll(page);
  });
}

test("a filled cart and its checkout have no serious axe finding and fit the screen", async ({ page }) => {
  test.skip(!javaScriptIsOn(), "axe runs as a script in the page");
  await findProduct(page, "premium", "Premium Biochar");
  await addToCart(page);
  await expectNoSeriousFinding(page);
  for (const path of ["/cart", "/checkout"]) {
    await visit(page, path);
    await expectNoSeriousFinding(page);
    await expectNoSidewaysScroll(page);
  }
  await fillDetails(page, "axe@example.com");
  await expect(page.getByRole("button", { name: /^Pay £/ })).toBeVisible();
  await expectNoSeriousFinding(page);
});

test("the admin dashboard and an order's details have no serious axe finding and fit the screen", async ({
  page,
}) => {
  test.skip(!javaScriptIsOn(), "axe runs as a script in the page");
  await signInAsAdministrator(page);
  await expectNoSeriousFinding(page);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole("link", { name: /View Details/ })
    .or(page.getByRole("button", { name: /View Details/ }))
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSeriousFinding(page);
});
