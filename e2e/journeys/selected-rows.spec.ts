import { expect, type Locator, type Page, test } from "playwright/test";
import { settled, uniqueEmail } from "../support/shop.ts";
import { signInAsAdministrator, twoOrders } from "../support/staff.ts";

/** Ticks every row that is shown, and does this to all of them. */
async function toAllShown(page: Page, button: string): Promise<Locator> {
  await settled(page);
  for (const box of await page.getByRole("checkbox", { name: /^Select (?!all)/ }).all()) await box.check();
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.locator("body");
}

test("staff suspend two users together, whose sessions end, and let them in again", async ({
  page,
  playwright,
  baseURL,
}) => {
  const token = uniqueEmail().slice(-20, -12);
  const people = await Promise.all(
    ["ada", "bob"].map(async (who) => {
      const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
      const [username, password] = [`${who}-${token}`, "three unrelated words"];
      const person = { name: `Pair ${token}`, email: `${username}@example.com`, username, password };
      for (const [path, data] of [
        ["/api/auth/register", person],
        ["/api/auth/login", { username, password }],
      ] as const) {
        const response = await request.post(path, { data });
        expect(response.ok(), await response.text()).toBe(true);
      }
      return request;
    }),
  );
  const mayEnter = () =>
    Promise.all(people.map(async (request) => (await request.get("/api/auth/user")).ok()));
  expect(await mayEnter()).toEqual([true, true]);

  await signInAsAdministrator(page, `/admin/users?search=${encodeURIComponent(`Pair ${token}`)}`);
  await expect(await toAllShown(page, "Suspend")).toContainText("2 users suspended");
  expect(await mayEnter()).toEqual([false, false]);
  await expect(await toAllShown(page, "Activate")).toContainText("2 users activated");
  for (const request of people) await request.dispose();
});

test("staff send the mails of an order again, and are told what each did", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  await signInAsAdministrator(page, `/admin?tab=emails&recipient=${encodeURIComponent(email)}`);
  const rows = await page.locator("main tbody tr").count();
  expect(rows).toBeGreaterThan(0);
  await expect(await toAllShown(page, "Send again")).toContainText(/\d+ emails? being sent again/);
});
