import { expect, test } from "playwright/test";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { hydrated, readPage, visit } from "../support/shop.ts";
import { office } from "../support/staff.ts";

test("staff sign in from where they were sent away; a wrong password is refused in words that tell nothing and keeps the email @both", async ({
  page,
}) => {
  await visit(page, "/admin");
  await expect(page.getByText("Admin Access Required")).toBeVisible();
  const main = page.locator("main");
  await main.getByRole("link", { name: /log ?in|sign in/i }).click();
  await page.waitForURL(/\/admin\/login/);
  await hydrated(page);
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

test("all orders are searched, filtered and paged by the address", async ({ request }) => {
  const staff = await office(request);
  const first = await readPage(staff, "/admin?tab=orders&view=all");
  expect(first.main).toMatch(/\d[\d,]* orders/);
  const second = first.linkTo("Next") ?? "";
  expect(second).toMatch(/after=/);
  expect((await readPage(staff, second)).linkTo("Previous")).toMatch(/before=/);
  const toDispatch = first.linkTo("To dispatch") ?? "";
  expect(toDispatch).toContain("status=processing");
  expect(await (await staff.get(toDispatch)).text()).toMatch(/aria-current="true"[^>]*>To dispatch</);
  const search = "search=Customer%40example.com&status=completed";
  const found = await (await staff.get(`/admin?tab=orders&view=all&${search}`)).text();
  const rows =
    found
      .split(/<tbody[^>]*>/)[1]
      ?.split("</tbody>")[0]
      ?.split("<tr")
      .slice(1) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !/customer@example\.com[\s\S]*completed/.test(row))).toEqual([]);
});

test("the reconciliation proves a month day by day, and leads to the month before", async ({ request }) => {
  const staff = await office(request);
  const open = await readPage(staff, "/admin?tab=reconciliation");
  expect(open.main).toContain("Unmatched payments");
  const before = new Date();
  before.setUTCDate(0);
  const month = before.toISOString().slice(0, 7);
  const ledger = (await readPage(staff, `/admin?tab=reconciliation&month=${month}`)).main;
  expect(ledger).toMatch(/Day .*Kept by orders .*Difference .*By hand/);
  expect(ledger).toMatch(/ Month .*£/);
  expect(ledger).toContain("Adds up to the penny");
});
