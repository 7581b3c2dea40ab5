import { expect, type Page, test } from "playwright/test";
import { fillCart, goToCheckout, visit } from "../support/shop.ts";

/** The file with what checks forms. */
const CHECKS = /\/assets\/form-checks-[^/]+\.js/;

test("what checks a form comes with the first focus, and not before", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await visit(page, "/contact");
  expect(fetched.filter((address) => CHECKS.test(address))).toEqual([]);
  const checked = page.waitForResponse(CHECKS);
  await page.getByLabel("Your Name").focus();
  expect((await checked).ok()).toBe(true);
});

test("a field of the checkout is checked when it is left, and again with each letter", async ({ page }) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  const email = await wrongEmail(page);
  await page.locator('input[name="phone"]').focus();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.locator('input[name="firstName"]')).not.toHaveAttribute("aria-invalid", "true");
  await email.pressSequentially("@example.com");
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
});

test("where what checks a form cannot be fetched, the server says what is wrong", async ({ page }) => {
  await page.route(CHECKS, (route) => route.abort());
  await visit(page, "/register");
  const email = await wrongEmail(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.locator('input[name="name"]')).toBeFocused();
  await expect(email).toHaveValue("nonsense");
});

async function wrongEmail(page: Page) {
  const email = page.locator('main input[name="email"]');
  await email.fill("nonsense");
  return email;
}
