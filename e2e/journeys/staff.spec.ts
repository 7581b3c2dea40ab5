import { expect, test } from "playwright/test";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { settled, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

test("staff sign in from where they were sent away; a wrong password is refused in words that tell nothing and keeps the email @both", async ({
  page,
}) => {
  await visit(page, "/admin");
  await expect(page.getByText("Admin Access Required")).toBeVisible();
  const main = page.locator("main");
  await main.getByRole("link", { name: /log ?in|sign in/i }).click();
  await page.waitForURL(/\/admin\/login/);
  await settled(page);
  const signIn = main.getByRole("button", { name: /sign in|log ?in/i });
  await page.locator('input[name="email"]').fill("admin@example.com");
  await page.locator('input[name="password"]').fill("wrong-password");
  await signIn.click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await expect(page.locator('input[name="email"]')).toHaveValue("admin@example.com");
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
  await signIn.click();
  await page.waitForURL((url) => url.pathname === "/admin");
  await expect(main.getByText("Total Orders").first()).toBeVisible();
});

test("an administrator sees the newest orders and one order's details", async ({ page }) => {
  await signInAsAdministrator(page);
  for (const label of ["Total Orders", "Total Revenue", "Orders This Month", "Products"]) {
    await expect(page.locator("main").getByText(label, { exact: false }).first()).toBeVisible();
  }
  await page
    .getByRole("button", { name: /View Details/ })
    .first()
    .click();
  await expect(page.getByText(/@example\.(com|org|net)/).first()).toBeVisible();
  await expect(page.getByText(/Quantity/).first()).toBeVisible();
});

test("all orders are searched, filtered and paged by the address, and one opens with its timeline", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin?tab=orders&view=all");
  await expect(page.getByRole("status").filter({ hasText: /^\d[\d,]* orders$/ })).toBeVisible();
  const rows = page.locator("main tbody tr");
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/after=/);
  await settled(page);
  await page.getByRole("link", { name: "Previous" }).click();
  await page.waitForURL(/before=/);
  await settled(page);
  await expect(rows).toHaveCount(50);

  await page.getByLabel("Name, email or number").fill("Customer@example.com");
  await page.getByLabel("Status").selectOption("completed");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/search=/);
  await settled(page);
  await expect(rows.filter({ hasNotText: /customer@example\.com[\s\S]*completed/ })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  await rows
    .first()
    .getByRole("button", { name: /View Details/ })
    .click();
  await page.waitForURL(/order=/);
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  expect(page.url()).toContain("search=");
});

test("the analytics show the figures and the numbers of their charts", async ({ page }) => {
  await signInAsAdministrator(page, "/admin?tab=analytics");
  for (const label of [
    "Total Revenue",
    "This Month",
    "Average Order",
    "Total Orders",
    "Completed",
    "Pending",
  ]) {
    await expect(page.locator("main").getByText(label, { exact: true }).last()).toBeVisible();
  }
  await expect(page.getByRole("img", { name: /^Revenue by month\. Highest: £/ })).toBeVisible();
  await page.getByLabel("Time shown").selectOption("24");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL(/span=24/);
  await expect(page.getByRole("table", { name: /month by month/ }).locator("tbody tr")).toHaveCount(24);

  await page.getByRole("link", { name: "VAT report" }).click();
  const report = page.getByRole("table", { name: /^VAT by rate, / });
  await expect(report.getByRole("cell", { name: "20%" }).first()).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Workplace" });
  const open = navigation.getByRole("link", { name: "VAT", exact: true });
  await expect(open).toHaveAttribute("aria-current", /page|true/);
  await expect(open).toBeInViewport();
  const href = (await page.getByRole("link", { name: "Download CSV" }).getAttribute("href")) ?? "";
  const file = await page.request.get(href);
  expect(file.headers()["content-disposition"]).toBe('attachment; filename="vat-report.csv"');
  expect((await file.text()).split("\r\n")[0]).toContain("vatRate,salesNet,salesVat");
});

test("the reconciliation proves a month day by day, and leads to the month before", async ({ page }) => {
  await signInAsAdministrator(page, "/admin?tab=reconciliation");
  await expect(page.getByRole("heading", { name: "Unmatched payments" })).toBeVisible();
  await page.getByRole("navigation", { name: "Months" }).getByRole("link").first().click();
  await page.waitForURL(/month=20\d\d-\d\d/);
  const ledger = page.getByRole("table", { name: /^Ledger of / });
  await expect(ledger.getByRole("columnheader", { name: "Kept by orders" })).toBeVisible();
  await expect(ledger.getByRole("row").last()).toContainText("Month");
  await expect(page.getByText("Adds up to the penny")).toBeVisible();
});
