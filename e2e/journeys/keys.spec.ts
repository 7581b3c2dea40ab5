import { expect, test } from "playwright/test";
import { hydrated, pressByKeyboard } from "../support/shop.ts";
import { signInAsAdministrator, signInAsManager, twoOrders } from "../support/staff.ts";

test("staff go through a list of orders by keys alone", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  const list = `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`;
  await signInAsManager(page, list);
  const { keyboard } = page;
  const rows = page.locator("main tbody tr");
  const dialog = page.getByRole("dialog", { name: /^Order / });

  await keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await keyboard.press("k");
  await expect(rows.nth(0)).toBeFocused();

  const numbers = await rows.locator("td:nth-child(2)").allTextContents();
  const [first = "", second = ""] = numbers.map((text) => /INV-\d+/.exec(text)?.[0] ?? "");
  await keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(`Order ${first}`);
  await keyboard.press("]");
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(`Order ${second}`);
  await keyboard.press("[");
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(`Order ${first}`);
  await keyboard.press("n");
  await expect(dialog.getByLabel("Note for staff")).toBeFocused();
  // What is typed is typed, and no key of the workplace.
  await keyboard.type("jrd");
  await expect(dialog.getByLabel("Note for staff")).toHaveValue("jrd");
  await keyboard.press("Escape");
  // Half a note is not thrown away unasked.
  await pressByKeyboard(page, page.getByRole("button", { name: "Leave without saving" }));
  await expect(dialog).toBeHidden();

  // From the row to the form in the order.
  await rows.nth(0).focus();
  await keyboard.press("d");
  await expect(dialog.getByLabel("Carrier")).toBeFocused();
  await keyboard.press("Escape");
  // A dialog that is open keeps its page.
  await expect(dialog).toBeHidden();

  // From the row to the refund, which two keys send.
  await rows.nth(0).focus();
  await keyboard.press("r");
  await expect(dialog.getByLabel(/: how many of/)).toBeFocused();
  await keyboard.press("ArrowUp");
  await dialog.getByLabel("Reason").fill("One bag was torn");
  await keyboard.press("Control+Enter");
  await expect(dialog.getByText(/^£\d+\.\d\d of £\d+\.\d\d refunded/).first()).toBeVisible();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await keyboard.press("g");
  await keyboard.press("p");
  await page.waitForURL(/tab=products/);
  // The panel's scripts are of its own, and come after its address.
  const search = page.getByRole("search", { name: "Products" }).getByRole("searchbox");
  await expect(search).toBeVisible();
  await hydrated(page);
  await keyboard.press("f");
  await expect(search).toBeFocused();
  await keyboard.type("masks");
  await keyboard.press("Enter");
  await page.waitForURL(/search=masks/);
  await expect(page.getByRole("region", { name: "Products" })).toBeFocused();
  await keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await keyboard.press("f");
  await expect(search).toBeFocused();
  // Past the field, so that a letter is a key again.
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Create Order" })).toBeVisible();
});

test("the sheet shows the keys, which can be switched off", async ({ page }) => {
  await signInAsManager(page, "/admin?tab=orders");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await page.keyboard.press("?");
  await expect(sheet.getByText("Next row", { exact: true })).toBeVisible();
  // The manager changes no settings.
  await expect(sheet.getByText("Settings", { exact: true })).toHaveCount(0);
  await sheet.getByLabel("Keys without Ctrl do something").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(sheet).toBeHidden();
  await expect(page.locator("main tbody tr:focus")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Find" })).toBeVisible();
});

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
  await hydrated(page);
  await expect(page.locator("main").getByText("Ruth Penrose").first()).toBeVisible();

  // What was opened last is offered before anything is typed, and Escape leads back to where one was.
  await page.keyboard.press("/");
  await expect(opened.getByRole("option", { name: /Ruth Penrose/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
});
