import { expect, type Page, test } from "playwright/test";
import { mailedLink, type Person, registerPerson, signInAs } from "../../support/accounts.ts";
import { uniqueEmail, visit } from "../../support/shop.ts";

/* The address controls the account: a change is mailed to the old address, which can undo it. */

/** Somebody whose address is proven, signed in. */
async function provenPerson(page: Page): Promise<Person> {
  const email = uniqueEmail();
  const person = { email, username: email.replace("@example.com", ""), password: "first-secret" };
  await registerPerson(page, person);
  await signInAs(page, person);
  await visit(page, await mailedLink(page, email, /Verify your email/));
  await expect(page.getByText("are in your account")).toBeVisible();
  return person;
}

async function moveTo(page: Page, { password }: Person, email: string): Promise<void> {
  await visit(page, "/account/settings");
  await page.locator('main input[name="email"]').fill(email);
  await page.locator('main input[name="currentPassword"]').fill(password);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile Updated").first()).toBeVisible();
  await visit(page, await mailedLink(page, email, /Confirm your new email/));
  await expect(page.getByRole("heading", { name: "Email Address Confirmed" })).toBeVisible();
}

test("whoever moved somebody's account to their own address loses it again, by a button at the old one @both", async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const person = await provenPerson(visitor);
  await moveTo(visitor, person, `eve-${person.email}`);

  const link = await mailedLink(page, person.email, /email address was changed/);
  await visit(page, link);
  await expect(page.getByRole("heading", { name: "Was This Not You?" })).toBeVisible();
  await visitor.reload();
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

test("whoever moved their own account looks at the old address's mail, presses nothing, and goes on", async ({
  page,
}) => {
  const person = await provenPerson(page);
  const email = `new-${person.email}`;
  await moveTo(page, person, email);
  await visit(page, await mailedLink(page, person.email, /email address was changed/));
  await expect(page.getByText("If it was you, there is nothing to do")).toBeVisible();
  await visit(page, "/account/settings");
  await expect(page.locator('main input[name="email"]')).toHaveValue(email);
});
