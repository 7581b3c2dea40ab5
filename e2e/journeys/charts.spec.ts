import { expect, type Locator, type Page, test } from "playwright/test";
import { hydrated, tabTo } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

const CHARTS = "/admin?tab=analytics";
const revenue = (page: Page) => page.getByRole("figure", { name: /^Revenue by / });
const columnsOf = (chart: Locator) => chart.getByRole("group").getByRole("link");

test("a column shows its value and that of the year before, and opens the orders of its month", async ({
  page,
}) => {
  await signInAsAdministrator(page, CHARTS);
  const columns = columnsOf(revenue(page));
  await expect(columns).toHaveCount(12);
  const month = columns.nth(10);
  const name = (await month.getAttribute("aria-label")) ?? "";
  const [, called = "", amount = "", before = ""] = /^(\w+ \d{4}): (£[\d,.]+)\. (.+)$/.exec(name) ?? [];
  expect(before).toMatch(/^\w+ \d{4}: £[\d,.]+/);

  const value = revenue(page).getByText(`${called}: ${amount}`, { exact: true });
  await expect(value).toBeHidden();
  await month.focus();
  await expect(value).toBeVisible();
  await expect(revenue(page).getByText(before, { exact: true })).toBeVisible();
  // Anyone who points at another reads that one.
  await columns.nth(3).hover();
  await expect(value).toBeHidden();

  const table = page.getByRole("table", { name: /month by month/ });
  const row = table.getByRole("row").filter({ has: page.getByRole("link", { name: called, exact: true }) });
  await expect(row).toContainText(amount);
  for (const figure of before.split(/: | \(/).slice(0, 2)) await expect(row).toContainText(figure);
  const orders = await row
    .getByRole("cell")
    .first()
    .evaluate((cell) => cell.firstChild?.textContent ?? "");

  await month.press("Enter");
  await page.waitForURL(/tab=orders.*from=\d{4}-\d\d-01&to=/);
  await hydrated(page);
  await expect(page.getByRole("status").filter({ hasText: /^\d[\d,]* orders?$/ })).toHaveText(
    orders === "1" ? "1 order" : `${orders} orders`,
  );
});

test("four weeks are shown day by day; the keyboard reaches a chart with one Tab and moves along it", async ({
  page,
}) => {
  await signInAsAdministrator(page, CHARTS);
  await page.getByLabel("Time shown").selectOption("days");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL(/span=days/);
  await hydrated(page);
  const columns = columnsOf(revenue(page));
  await expect(columns).toHaveCount(28);
  const newest = columns.last();
  await expect(newest).toHaveAttribute("aria-label", /^\w{3} \d+ \w+, so far: £[\d,.]+\. \w{3} \d+ \w+: £/);
  await expect(newest).toHaveAttribute("href", /tab=orders.*from=(\d{4}-\d\d-\d\d)&to=\1/);
  // Whatever does not fit lies to the left: the newest is in sight.
  await newest.scrollIntoViewIfNeeded();
  await expect(newest).toBeInViewport();

  await tabTo(page, newest);
  await page.keyboard.press("ArrowLeft");
  await expect(columns.nth(26)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(columns.first()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(columns.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(columnsOf(page.getByRole("figure", { name: /^Average order by / })).last()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(columns.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(newest).toBeFocused();
});

test("a finger reads a value first, and opens the orders with the second touch @phone", async ({ page }) => {
  await signInAsAdministrator(page, CHARTS);
  const month = columnsOf(revenue(page)).nth(4);
  await month.tap();
  await expect(month).toBeFocused();
  await expect(page).toHaveURL(/tab=analytics/);
  await month.tap();
  await page.waitForURL(/tab=orders/);
});
