import { expect, type Page, test } from "playwright/test";
import { expectWellMade } from "../support/accessibility.ts";
import { visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

/* Settings are global: each journey uses a tab of its own, and fields that no other journey reads. */

const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();

// One after another: two of them save the General tab, and the second would be told of the first.
test.describe.configure({ mode: "default" });

test("a setting is saved and the shop changes at once; a second window overwrites nothing unseen; the audit takes it back", async ({
  page,
  context,
}) => {
  await signInAsAdministrator(page, "/admin/settings");
  const late = await context.newPage();
  await visit(late, "/admin/settings");

  const sunday = page.getByLabel("Opening hours, Sunday");
  await sunday.fill("11:00-13:00");
  await expect(page.getByText("The footer says “Sun 11:00-13:00”.")).toBeVisible();
  await expect(page.getByText("Not saved yet", { exact: true })).toBeVisible();
  await save(page);
  await expect(page.getByText("Settings updated")).toBeVisible();
  await expect(page.getByText("Not saved yet", { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: "Save Settings" })).toBeFocused();
  const pageOfShop = async () => (await page.request.get("/cart")).text();
  await expect.poll(pageOfShop).toContain("11:00-13:00");

  await late.getByLabel("Opening hours, Sunday").fill("by appointment");
  await save(late);
  const notice = late.getByRole("alert").filter({ hasText: "saved this tab on" });
  await expect(notice).toContainText("Nothing was overwritten");
  await expect(late.getByLabel("Opening hours, Sunday")).toHaveValue("by appointment");
  await notice.getByRole("button", { name: "Save mine" }).click();
  await expect(notice).toBeHidden();
  await expect.poll(pageOfShop).toContain("by appointment");
  await late.close();
  await sunday.fill("never");
  await save(page);
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(sunday).toHaveValue("by appointment");
  await expect(page.getByText("Not saved yet", { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: "Save Settings" })).toBeFocused();

  await visit(page, "/admin?tab=audit&area=settings&subject=General");
  const change = (text: string) => page.getByRole("row").filter({ hasText: text });
  await change("11:00-13:00 → by appointment")
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect.poll(pageOfShop).toContain("11:00-13:00");
  await expect(change("by appointment → 11:00-13:00")).toContainText("taken back");
  await change("closed → 11:00-13:00")
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect.poll(pageOfShop).not.toContain("11:00-13:00");
});

test("an error stands beside its field and the input stays; leaving the tab loses none without a confirmation", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin/settings?tab=Shipping");
  await expect(page.getByText("Built-in rule in force")).toBeVisible();
  await page
    .locator("main form[aria-label='Shipping settings']")
    .evaluate((form) => form.setAttribute("novalidate", ""));
  const cost = page.getByLabel("Standard shipping cost (£)");
  const saved = await cost.inputValue();
  await cost.fill("-1");
  await save(page);
  await expect(page.getByText("Amount must not be below 0")).toBeVisible();
  await expect(cost).toHaveValue("-1");
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect(cost).toHaveValue(saved);
  await expect(page.getByText("Amount must not be below 0")).toBeHidden();
  await expect(page.getByText("Not saved yet", { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: "Save Settings" })).toBeFocused();
  await cost.fill("-2");
  const orders = page.locator("main").getByRole("link", { name: "Orders", exact: true });
  await orders.click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(page).toHaveURL(/tab=Shipping/);
  await expect(cost).toHaveValue("-2");
  await orders.click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/tab=Orders/);
  await expect(page.getByLabel("Invoice number prefix")).toHaveValue("OXB");
});

test("that staff need a second factor is switched off by a button of its own, which asks who presses it", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin/settings?tab=General");
  await page.getByRole("checkbox", { name: "Staff must use two-factor sign-in" }).uncheck();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText(/which asks for your password/).first()).toBeVisible();
  await page.reload();
  const form = page.getByRole("form", { name: "Sign-in without a second factor" });
  await form.getByLabel("Your own password").fill("not the password");
  await form.getByRole("button", { name: "Let staff sign in without it" }).click();
  await expect(form.getByText("Current password is incorrect").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Staff must use two-factor sign-in" })).toBeChecked();
  await expectWellMade(page, "the settings that asked for a password");
});
