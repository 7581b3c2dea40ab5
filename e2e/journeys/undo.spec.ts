import { expect, test } from "playwright/test";
import { mailsTo } from "../support/accounts.ts";
import { hydrated } from "../support/shop.ts";
import { ordersOf, signInAsAdministrator, signInAsManager, twoOrders } from "../support/staff.ts";

test("Undo takes a dispatch back before its mail leaves", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  const [order] = await ordersOf(request, email);
  await signInAsManager(page, `/admin/orders/${order?.id}`);
  const main = page.locator("main");
  const form = main.locator("details", { has: page.locator("summary", { hasText: /^Dispatch$/ }) });
  await form.locator("summary").click();
  await form.locator('input[name="carrier"]').fill("Evri");
  await form.locator('input[name="trackingNumber"]').fill("H00A1B2C3");
  await form.getByRole("button", { name: "Dispatch and email the customer" }).click();
  await expect(page.getByText("Order dispatched").first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await page.waitForURL("/admin/packing");
  await expect(page.getByText("Dispatch taken back").first()).toBeVisible();
  await hydrated(page);
  await expect(main.getByText(order?.invoiceNumber ?? "").first()).toBeVisible();
  expect((await ordersOf(request, email)).find(({ id }) => id === order?.id)).toMatchObject({
    status: "processing",
  });
  expect((await mailsTo(request, email)).filter((subject) => subject.includes("on its way"))).toEqual([]);
});

test("orders that were completed together are taken back together", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  const statuses = async () => (await ordersOf(request, email)).map(({ status }) => status);
  await signInAsAdministrator(page, `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`);
  for (const box of await page.getByRole("checkbox", { name: /^Select INV-/ }).all()) await box.check();
  await page.getByRole("button", { name: "Mark completed" }).click();
  await expect(page.getByText("2 orders completed").first()).toBeVisible();
  expect(await statuses()).toEqual(["completed", "completed"]);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("2 changes taken back").first()).toBeVisible();
  expect(await statuses()).toEqual(["processing", "processing"]);
  // After the page, not over the line that says that no money moves.
  const recent = await page.getByRole("complementary", { name: "Recent messages" }).boundingBox();
  const work = await page.locator("main").boundingBox();
  expect(recent?.y).toBeGreaterThanOrEqual(Math.floor((work?.y ?? 0) + (work?.height ?? 0)));
});
