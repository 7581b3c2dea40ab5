import { expect, type Locator, type Page, test } from "playwright/test";
import { settled, uniqueWord } from "../support/shop.ts";
import { newStaff, signInAsAdministrator, twoOrders } from "../support/staff.ts";

/** Ticks every row that is shown, and does this to all of them. */
async function toAllShown(page: Page, button: string): Promise<Locator> {
  await settled(page);
  for (const box of await page.getByRole("checkbox", { name: /^Select (?!all)/ }).all()) await box.check();
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.locator("body");
}

test("staff suspend two users together, whose sessions end, and let them in again", async ({
  page,
  request,
}) => {
  const name = `Pair ${uniqueWord()}`;
  const people = [await newStaff(request, "packer", name), await newStaff(request, "packer", name)];
  const mayEnter = () =>
    Promise.all(people.map(async ({ office }) => (await office.get("/api/auth/user")).ok()));
  expect(await mayEnter()).toEqual([true, true]);

  await signInAsAdministrator(page, `/admin/users?search=${encodeURIComponent(name)}`);
  await expect(await toAllShown(page, "Suspend")).toContainText("2 users suspended");
  expect(await mayEnter()).toEqual([false, false]);
  await expect(await toAllShown(page, "Activate")).toContainText("2 users activated");
});

test("staff send the mails of an order again, and are told what each did", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  await signInAsAdministrator(page, `/admin?tab=emails&recipient=${encodeURIComponent(email)}`);
  const rows = await page.locator("main tbody tr").count();
  expect(rows).toBeGreaterThan(0);
  await expect(await toAllShown(page, "Send again")).toContainText(/\d+ emails? being sent again/);
});
