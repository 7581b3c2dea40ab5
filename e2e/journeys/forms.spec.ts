import { expect, test } from "playwright/test";
import { visit } from "../support/shop.ts";

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

test("where what checks a form cannot be fetched, the server says what is wrong", async ({ page }) => {
  await page.route(CHECKS, (route) => route.abort());
  await visit(page, "/register");
  const email = page.locator('main input[name="email"]');
  await email.fill("nonsense");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.locator('input[name="name"]')).toBeFocused();
  await expect(email).toHaveValue("nonsense");
});
