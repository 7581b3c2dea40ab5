import { readFile } from "node:fs/promises";
import { expect, type Page, request as requests, test } from "playwright/test";
import { expectWellMade } from "../../support/accessibility.ts";
import {
  mailedLink,
  newPerson,
  newSignedInCustomer,
  registerPerson,
  signInAs,
  signInByCall,
} from "../../support/accounts.ts";
import { javaScriptIsOn, uniqueEmail, visit } from "../../support/shop.ts";
import { buyByCard } from "../../support/viewers.ts";

/** The result of a link with `download`, with and without JavaScript. */
async function downloaded(page: Page, name: string): Promise<{ fileName: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  return { fileName: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("register, verify, sign in, buy, see the order and its invoice, take report and data away, and leave @both", async ({
  page,
}) => {
  const person = newPerson();
  await registerPerson(page, person);
  await visit(page, await mailedLink(page, person.email, /Verify your email/));
  await expect(page.getByRole("heading", { name: "Email Verified" })).toBeVisible();

  await signInAs(page, person);
  await expect(page.getByRole("heading", { name: "Welcome, Rowan Fielding" })).toBeVisible();
  const report = await downloaded(page, "Download Research Report");
  expect(report.fileName).toBe("biochar-research-report.pdf");
  expect(report.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  if (javaScriptIsOn()) await expect(page.getByText("Download Started")).toBeVisible();

  await buyByCard(page.request);
  await visit(page, "/account/settings?tab=orders");
  await page.getByRole("link", { name: /^View Details of INV-/ }).click();
  await expect(page.getByRole("heading", { name: /^Order INV-/ })).toBeVisible();
  await expect(page.getByText("Timeline")).toBeVisible();
  const order = page.url();
  await page
    .locator("main")
    .getByRole("link", { name: /invoice/i })
    .first()
    .click();
  await expect(
    page
      .locator("main")
      .getByText(/OXB-\d{6}/)
      .first(),
  ).toBeVisible();
  await visit(page, order);
  await page.locator("main").getByRole("button", { name: "Buy again" }).click();
  await page.waitForURL(/\/cart$/);
  await expect(page.locator("main").getByText("Premium Biochar").first()).toBeVisible();

  await visit(page, "/account/settings?tab=support");
  const data = await downloaded(page, "Download My Data");
  expect(JSON.parse(data.bytes.toString())).toMatchObject({
    account: { email: person.email },
    orders: [{ invoiceNumber: expect.stringMatching(/^INV-/) }],
  });

  await page.getByText("Delete my account…").click();
  const password = page.locator('input[name="password"]');
  const leave = page.getByRole("button", { name: "Delete my account for good" });
  await password.fill("wrong");
  await leave.click();
  await expect(password).toHaveAccessibleDescription("Current password is incorrect");
  await password.fill(person.password);
  await leave.click();
  await expect(page.getByText("Your account was deleted").first()).toBeVisible();
});

test("every error on the registration form, of a taken username too, stands beside its field and no input is lost @both", async ({
  page,
}) => {
  await visit(page, "/register");
  await page.locator('input[name="name"]').fill(" ");
  const username = page.locator('main input[name="username"]');
  await page.locator('input[name="email"]').fill("nonsense");
  await username.fill("ab");
  await page.locator('input[name="password"]').fill("12345");
  await page.locator('input[name="confirmPassword"]').fill("54321");
  await page.getByRole("button", { name: "Create Account" }).click();
  for (const [field, message] of [
    ["name", "Name is required"],
    ["email", "Please enter a valid email address"],
    ["username", "Username must be at least 3 characters"],
    ["password", "Password must be at least 6 characters"],
    ["confirmPassword", "Passwords don't match"],
  ]) {
    await expect(page.locator(`main input[name="${field}"]`)).toHaveAccessibleDescription(
      new RegExp(message ?? ""),
    );
  }
  await expect(page.locator('input[name="name"]')).toBeFocused();
  if (javaScriptIsOn()) {
    const password = page.locator('input[name="password"]');
    await page.getByRole("button", { name: "Show Password", exact: true }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide Password", exact: true }).click();
    await expect(password).toHaveAttribute("type", "password");
    const hint = page.getByText("This one is easy to guess. Three or four unrelated words are better.");
    await password.fill("password1234");
    await expect(hint).toBeVisible();
    await expectWellMade(page, "a weak password");
    await password.fill("mahogany tuba lintel");
    await expect(hint).toBeHidden();
  }
  await expect(page.locator('input[name="email"]')).toHaveValue("nonsense");
  await expect(username).toHaveValue("ab");

  await page.locator('input[name="name"]').fill("Rowan");
  await page.locator('input[name="email"]').fill(uniqueEmail());
  await username.fill("CUSTOMER");
  await page.locator('input[name="password"]').fill("secret");
  await page.locator('input[name="confirmPassword"]').fill("secret");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(username).toHaveAccessibleDescription("This username is already taken");
  await expect(username).toBeFocused();
  await expect(page.getByText("Registration Failed").first()).toBeVisible();
});

test("changing the password on one device signs the other out; a forgotten one is reset by mail @both", async ({
  page,
  baseURL,
}) => {
  const person = await newSignedInCustomer(page.request);
  const other = await requests.newContext({ baseURL: baseURL ?? "" });
  await signInByCall(other, person);
  await visit(page, "/account/settings?tab=security");
  await expect(page.getByText("This device")).toBeVisible();
  await page.locator('input[name="currentPassword"]').fill("wrong");
  await page.locator('input[name="newPassword"]').fill("second-secret");
  await page.locator('input[name="confirmPassword"]').fill("second-secret");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password Change Failed").first()).toBeVisible();
  await expect(page.locator('input[name="currentPassword"]')).toHaveAccessibleDescription(
    "Current password is incorrect",
  );
  await page.locator('input[name="currentPassword"]').fill(person.password);
  await page.locator('input[name="newPassword"]').fill("second-secret");
  await page.locator('input[name="confirmPassword"]').fill("second-secret");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password Changed").first()).toBeVisible();
  expect((await other.get("/api/auth/user")).status()).toBe(401);
  await other.dispose();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.waitForURL(/\/$/);

  await visit(page, "/forgot-password");
  await page.locator('main input[name="email"]').fill(person.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByRole("link", { name: "Try Different Email" })).toBeVisible();
  await visit(page, await mailedLink(page, person.email, /Reset your/));
  await page.locator('input[name="newPassword"]').fill("12345");
  await page.locator('input[name="confirmPassword"]').fill("12345");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.locator('input[name="newPassword"]')).toHaveAccessibleDescription(
    /Password must be at least 6 characters long/,
  );
  await page.locator('input[name="newPassword"]').fill("third-secret");
  await page.locator('input[name="confirmPassword"]').fill("third-secret");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByRole("link", { name: "Continue to Login" })).toBeVisible();
  await signInByCall(page.request, { ...person, password: "third-secret" });
});

test("a changed email takes effect once it is confirmed, and the old address takes the account back @both", async ({
  page,
}) => {
  const person = await newSignedInCustomer(page.request);
  const newEmail = `new-${person.email}`;
  await page.request.get(await mailedLink(page, person.email, /Verify your email/));
  await visit(page, "/account/settings?tab=profile");
  await page.locator('main input[name="name"]').fill("");
  await page.locator('main input[name="email"]').fill(newEmail);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator('main input[name="name"]')).toHaveAccessibleDescription(/Name is required/);
  await page.locator('main input[name="name"]').fill("Rowan Renamed");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const password = page.locator('main input[name="currentPassword"]');
  await expect(password).toHaveAccessibleDescription("Enter your current password");
  await expect(page.locator('main input[name="email"]')).toHaveValue(newEmail);
  await password.fill(person.password);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile Updated").first()).toBeVisible();
  await expect(page.locator('main input[name="email"]')).toHaveValue(person.email);
  await visit(page, await mailedLink(page, newEmail, /Confirm your new email/));
  await expect(page.getByRole("heading", { name: "Email Address Confirmed" })).toBeVisible();
  await visit(page, await mailedLink(page, person.email, /email address was changed/));
  await expect(page.getByText("If it was you, there is nothing to do")).toBeVisible();
  await page.getByRole("button", { name: "This was not me" }).click();
  await expect(page.getByRole("heading", { name: "Your Address Is Back" })).toBeVisible();
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});
