import { expect, test } from "playwright/test";
import { javaScriptIsOn, settled } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

test("staff find an order by what a caller says, by keys alone or without JavaScript", async ({ page }) => {
  await signInAsAdministrator(page, "/admin?tab=enquiries");
  const opened = page.getByRole("dialog", { name: "Find" });
  if (javaScriptIsOn()) {
    await page.keyboard.press("Control+k");
    await expect(opened.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("07700 900674");
    await expect(opened.getByRole("option", { name: /Ruth Penrose/ }).first()).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await page.keyboard.press("Enter");
  } else {
    await page.goto("/admin/find?q=900674");
    await page
      .locator("main")
      .getByRole("link", { name: /^INV-.*Ruth Penrose/ })
      .first()
      .click();
  }
  await page.waitForURL(/\/admin\/orders\/\d+/);
  await settled(page);
  await expect(page.locator("main").getByText("Ruth Penrose").first()).toBeVisible();

  if (!javaScriptIsOn()) return;
  // What was opened last is offered before anything is typed, and Escape leads back to where one was.
  await page.keyboard.press("/");
  await expect(opened.getByRole("option", { name: /Ruth Penrose/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
});

test("a whole invoice number leads straight to its order", async ({ page }) => {
  await signInAsAdministrator(page, "/admin/find?q=penrose");
  const first = page.locator("main").getByRole("link", { name: /^INV-/ }).first();
  const [invoiceNumber = ""] = /INV-\d+/.exec((await first.textContent()) ?? "") ?? [];
  await page.goto(`/admin/find?q=${invoiceNumber.toLowerCase()}`);
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/orders\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(invoiceNumber);
});
