import { expect, test } from "playwright/test";
import { mailedLink, newSignedInCustomer, signInAs } from "../../support/accounts.ts";
import { visit } from "../../support/shop.ts";

/* The address controls the account: a change is mailed to the old address, which can undo it. */

test("whoever moved somebody's account to their own address loses it again, by a button at the old one @both", async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const person = await newSignedInCustomer(visitor.request);
  await visit(visitor, await mailedLink(visitor, person.email, /Verify your email/));
  await expect(visitor.getByText("are in your account")).toBeVisible();
  const email = `eve-${person.email}`;
  await visit(visitor, "/account/settings");
  await visitor.locator('main input[name="email"]').fill(email);
  await visitor.locator('main input[name="currentPassword"]').fill(person.password);
  await visitor.getByRole("button", { name: "Save Changes" }).click();
  await expect(visitor.getByText("Profile Updated").first()).toBeVisible();
  await visit(visitor, await mailedLink(visitor, email, /Confirm your new email/));
  await expect(visitor.getByRole("heading", { name: "Email Address Confirmed" })).toBeVisible();

  const link = await mailedLink(page, person.email, /email address was changed/);
  await visit(page, link);
  await expect(page.getByRole("heading", { name: "Was This Not You?" })).toBeVisible();
  await visit(visitor, "/account");
  await expect(visitor.getByRole("heading", { name: /Welcome/ })).toBeVisible();

  await page.getByRole("button", { name: "This was not me" }).click();
  await expect(page.getByRole("heading", { name: "Your Address Is Back" })).toBeVisible();
  await visitor.goto("/account");
  await expect(visitor.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await visitor.context().close();

  await visit(page, link);
  await expect(page.locator("#main").getByText("This link has been used, or has expired.")).toBeVisible();
  await visit(page, await mailedLink(page, person.email, /Reset your/));
  await page.locator('input[name="newPassword"]').fill("second-secret");
  await page.locator('input[name="confirmPassword"]').fill("second-secret");
  await page.locator("main").getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByRole("link", { name: "Continue to Login" })).toBeVisible();
  await signInAs(page, { ...person, password: "second-secret" });
  await visit(page, "/account/settings");
  await expect(page.locator('main input[name="email"]')).toHaveValue(person.email);
});
