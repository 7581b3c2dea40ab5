import { expect, type Locator, type Page, test } from "playwright/test";
import { mailsTo } from "../support/accounts.ts";
import { hydrated } from "../support/shop.ts";
import { ordersOf, signInAsAdministrator, signInAsManager, twoOrders } from "../support/staff.ts";

/** Dispatches the order that is shown here. */
async function dispatch(page: Page, order: Locator): Promise<void> {
  const form = order.locator("details", { has: page.locator("summary", { hasText: /^Dispatch$/ }) });
  await form.locator("summary").click();
  await form.locator('input[name="carrier"]').fill("Evri");
  await form.locator('input[name="trackingNumber"]').fill("H00A1B2C3");
  await form.getByRole("button", { name: "Dispatch and email the customer" }).click();
  await expect(page.getByText("Order dispatched").first()).toBeVisible();
}

test("Undo takes a dispatch back before its mail leaves", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  const [order] = await ordersOf(request, email);
  await signInAsManager(page, `/admin/orders/${order?.id}`);
  const main = page.locator("main");
  await dispatch(page, main);
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

test("Undo can be pressed while the order's dialog is open", async ({ page, request }) => {
  const { email, numbers } = await twoOrders(request);
  await signInAsManager(page, `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`);
  await page
    .getByRole("row", { name: new RegExp(numbers[0] ?? "") })
    .getByRole("button", { name: /View Details/ })
    .click();
  await dispatch(page, page.getByRole("dialog", { name: `Order ${numbers[0]}` }));
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.waitForURL("/admin/packing");
  await expect(page.getByText("Dispatch taken back").first()).toBeVisible();
});

test("Undo takes back on another page for staff, and a page of the shop does not offer it", async ({
  page,
  request,
}) => {
  const { email } = await twoOrders(request);
  const orders = await ordersOf(request, email);
  const [first, second] = orders;
  await signInAsManager(page, `/admin/orders/${first?.id}`);
  await dispatch(page, page.locator("main"));
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL("/admin/today");
  await page.keyboard.press("Control+z");
  await page.waitForURL("/admin/packing");
  await expect(page.getByText("Dispatch taken back").first()).toBeVisible();

  await signInAsManager(page, `/admin/orders/${second?.id}`);
  await dispatch(page, page.locator("main"));
  await page.getByRole("link", { name: "View the shop" }).click();
  await page.waitForURL("/products");
  const message = page.locator("[data-sonner-toast]").filter({ hasText: "Order dispatched" });
  await expect(message.first()).toBeVisible();
  await expect(message.getByRole("button", { name: "Undo" })).toHaveCount(0);
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
