import { expect, test } from "playwright/test";
import { settled } from "../support/shop.ts";
import { makeOrder, office, signInAsAdministrator } from "../support/staff.ts";

test("staff find an order by what a caller says, by keys alone", async ({ page }) => {
  await signInAsAdministrator(page, "/admin?tab=enquiries");
  const opened = page.getByRole("dialog", { name: "Find" });
  await page.keyboard.press("Control+k");
  await expect(opened.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("07700 900674");
  await expect(opened.getByRole("option", { name: /Ruth Penrose/ }).first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/orders\/\d+/);
  await settled(page);
  await expect(page.locator("main").getByText("Ruth Penrose").first()).toBeVisible();

  // What was opened last is offered before anything is typed, and Escape leads back to where one was.
  await page.keyboard.press("/");
  await expect(opened.getByRole("option", { name: /Ruth Penrose/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
});

test("a whole invoice number leads straight to its order", async ({ request }) => {
  const { id, invoiceNumber } = await makeOrder(request);
  const answer = await (await office(request)).get(`/admin/find?q=${invoiceNumber.toLowerCase()}`);
  expect(new URL(answer.url()).pathname).toBe(`/admin/orders/${id}`);
  expect(await answer.text()).toContain(invoiceNumber);
});
