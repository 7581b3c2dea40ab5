import { expect, type Page, test } from "playwright/test";
import { newCustomer, newSignedInCustomer } from "../../support/accounts.ts";
import { pressByKeyboard, tabTo, uniqueEmail } from "../../support/shop.ts";
import { office, STAFF_PASSWORD, signInAsAdministrator } from "../../support/staff.ts";

async function findUser(page: Page, search: string): Promise<void> {
  await tabTo(page, page.getByRole("searchbox", { name: "Search" }));
  await page.keyboard.type(search);
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=/);
  await expect(page.getByText("1 user on this page")).toBeAttached();
}

test("staff suspend a user by keyboard alone, whose open session ends", async ({ page, request }) => {
  const person = await newSignedInCustomer(request);

  await signInAsAdministrator(page, "/admin/users");
  await findUser(page, person.email);
  await pressByKeyboard(page, page.getByRole("button", { name: /^Actions for/ }));
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: "Edit User" })).toBeFocused();
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Edit User",
    "Verify User",
    "Reset Password",
    "Suspend User",
    "Delete User",
  ]);
  for (const [key, item] of [
    ["ArrowUp", "Delete User"],
    ["ArrowDown", "Edit User"],
    ["End", "Delete User"],
    ["Home", "Edit User"],
    ["s", "Suspend User"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(menu.getByRole("menuitem", { name: item })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("User suspended")).toBeVisible();
  await expect(page.getByRole("cell", { name: /Suspended/ })).toBeVisible();

  expect((await request.get("/api/auth/user")).status()).toBe(401);

  const reset = menu.getByRole("menuitem", { name: "Reset Password" });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await menu.getByRole("menuitem", { name }).click();
  };
  const button = page.getByRole("button", { name: /^Actions for/ });
  await button.click();
  const [opener, opened] = [await button.boundingBox(), await menu.boundingBox()];
  if (!opener || !opened) throw new Error("The menu or its button is not drawn.");
  // Below its button, with their right edges aligned.
  expect(opened.y).toBeCloseTo(opener.y + opener.height + 4, 0);
  expect(opened.x + opened.width).toBeCloseTo(opener.x + opener.width, 0);
  await expect(menu.getByRole("menuitem", { name: "Activate User" })).toBeVisible();
  await expect(reset).toHaveCount(0);
  await page.keyboard.press("Escape");
  await choose("Activate User");
  await expect(page.getByText("User activated")).toBeVisible();
  await choose("Verify User");
  await expect(page.getByText("User verified successfully")).toBeVisible();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(menu.getByRole("menuitem", { name: "Suspend User" })).toBeVisible();
  await expect(reset).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Verify User" })).toHaveCount(0);
});

test("making somebody staff asks for one's own password", async ({ page }) => {
  await signInAsAdministrator(page, "/admin/users");
  await page.getByRole("button", { name: "Add User" }).click();
  const add = page.getByRole("dialog", { name: "Add User" });
  await add.getByLabel("Name", { exact: false }).first().fill("Max Manager");
  await add.getByLabel(/^Email/).fill(uniqueEmail());
  await add.getByLabel(/^Username/).fill(`m${Date.now().toString(36)}`);
  await add.getByLabel(/^Password/).fill("three unrelated words");
  await expect(add.getByLabel(/^Your own password/)).toHaveCount(0);
  await add.getByLabel(/^Role/).selectOption("shop_manager");
  await add.getByRole("button", { name: "Create User" }).click();
  await expect(add.getByLabel(/^Your own password/)).toHaveAccessibleDescription(
    "Enter your current password",
  );
  await add.getByLabel(/^Your own password/).fill(STAFF_PASSWORD);
  await add.getByRole("button", { name: "Create User" }).click();
  await expect(page.getByText("User created successfully")).toBeVisible();
  await expect(add).toBeHidden();
});

test("moving a customer to another address requires the editor's password, and keeps the input", async ({
  page,
  request,
}) => {
  const person = await newCustomer(request);
  await signInAsAdministrator(page, `/admin/users?search=${encodeURIComponent(person.email)}`);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit User" }).click();
  const dialog = page.getByRole("dialog", { name: /^Edit User/ });
  await expect(dialog.getByLabel(/^Email/).first()).toHaveValue(person.email);
  const password = dialog.getByLabel(/^Your own password/);
  await expect(password).toHaveCount(0);
  await dialog.locator('input[name="email"]').fill(`moved-${person.email}`);
  await dialog.getByLabel(/^City/).fill("Ludlow");
  for (const [input, message] of [
    ["", "Enter your current password"],
    ["wrong", "Current password is incorrect"],
  ] as const) {
    await password.fill(input);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(password).toHaveAccessibleDescription(message);
    await expect(dialog.getByLabel(/^City/)).toHaveValue("Ludlow");
  }
  await password.fill(STAFF_PASSWORD);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  const moved = await (await office(request)).get(`/admin/users?search=moved-${person.email}`);
  expect(await moved.text()).toContain("1 user on this page");
});

test("when two staff edit one user, the second sees a conflict and keeps their input", async ({
  page,
  request,
}) => {
  const { email } = await newCustomer(page.request);
  await signInAsAdministrator(page, `/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Create Content" }).click();
  const content = page.getByRole("dialog", { name: "Create Content" });
  await expect(content.getByText("Create content is coming soon.")).toBeVisible();
  await expect(content.getByRole("link", { name: "among the content" })).toHaveAttribute(
    "href",
    "/admin/content",
  );
  await page.keyboard.press("Escape");
  await expect(content).toBeHidden();

  const open = async () => {
    await page.getByRole("button", { name: "Actions for Rowan Fielding" }).click();
    await page.getByRole("menuitem", { name: "Edit User" }).click();
  };
  await open();
  const mine = page.getByRole("dialog", { name: /^Edit User/ });
  await expect(mine.getByRole("tab")).toHaveText([
    "Basic Info",
    "Business",
    "CRM & Analytics",
    "Preferences",
  ]);
  await mine.getByLabel(/^Phone/).fill("01584 777 888");
  await mine.getByRole("tab", { name: "Basic Info" }).focus();
  for (const [key, name] of [
    ["ArrowLeft", "Preferences"],
    ["ArrowRight", "Basic Info"],
    ["End", "Preferences"],
    ["Home", "Basic Info"],
    ["ArrowRight", "Business"],
    ["ArrowRight", "CRM & Analytics"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(mine.getByRole("tab", { name, selected: true })).toBeFocused();
    await expect(mine.getByRole("tabpanel", { name })).toBeVisible();
  }
  await mine.getByLabel(/^Lead score/).fill("500");
  await mine.getByRole("tab", { name: "Basic Info" }).click();
  await mine.getByRole("button", { name: "Save Changes" }).click();
  await expect(mine.getByLabel(/^Lead score/)).toBeFocused();
  await expect(mine.getByText("Must be at most 100")).toBeVisible();
  await mine.getByLabel(/^Lead score/).fill("50");
  await mine.getByRole("tab", { name: "Basic Info" }).click();
  await page.keyboard.press("Escape");
  const leaveDialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaveDialog.getByRole("button", { name: "Stay here" }).click();
  const staff = await office(request);
  const id = Number(await mine.locator('input[name="id"]').inputValue());
  const theirs = { json: { id, version: 1, changes: { city: "Ludlow" } } };
  expect((await staff.post("/api/trpc/users.edit", { data: theirs })).ok()).toBe(true);

  await mine.getByRole("button", { name: "Save Changes" }).click();
  await expect(
    mine.getByRole("alert").getByText("Somebody else has changed this user in the meantime."),
  ).toBeVisible();
  await expect(mine.getByLabel(/^Phone/)).toHaveValue("01584 777 888");
  await mine.getByRole("button", { name: "Save mine" }).click();
  await expect(mine).toBeHidden();
  await open();
  await expect(mine.getByLabel(/^Phone/)).toHaveValue("01584 777 888");
  await expect(mine.getByLabel(/^City/)).toHaveValue("Ludlow");
});
