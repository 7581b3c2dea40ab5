import { expect, test } from "playwright/test";
import { visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

test("a visitor is asked to sign in as staff", async ({ page }) => {
  await visit(page, "/admin");
  await expect(page.getByText("Admin Access Required")).toBeVisible();
  await page
    .locator("main")
    .getByRole("link", { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL(/\/admin\/login/);
});

test("a wrong password is refused in the spec's words and keeps the email", async ({ page }) => {
  await visit(page, "/admin-login");
  await page.locator('input[name="email"]').fill("admin@example.com");
  await page.locator('input[name="password"]').fill("wrong-password");
  await page
    .locator("main")
    .getByRole("button", { name: /sign in|log ?in/i })
    .click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await expect(page.locator('input[name="email"]')).toHaveValue("admin@example.com");
});

test("an administrator sees the newest orders and one order's details", async ({ page }) => {
  await signInAsAdministrator(page);
  for (const label of ["Total Orders", "Total Revenue", "Orders This Month", "Products"]) {
    await expect(page.locator("main").getByText(label, { exact: false }).first()).toBeVisible();
  }
  await page
    .getByRole("link", { name: /View Details/ })
    .or(page.getByRole("button", { name: /View Details/ }))
    .first()
    .click();
  await expect(page.getByText(/@example\.(com|org|net)/).first()).toBeVisible();
  await expect(page.getByText(/Quantity/).first()).toBeVisible();
});
