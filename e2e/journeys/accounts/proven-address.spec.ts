import { expect, test } from "playwright/test";
import { mailedLink, type Person, registerPerson, signInAs } from "../../support/accounts.ts";
import { confirmationShown, pay } from "../../support/payment.ts";
import { cards, fillCart, fillDetails, goToCheckout, uniqueEmail, visit } from "../../support/shop.ts";

/*
 * The mailed link together with the account gives what belongs to the address; the link alone takes a stranger's
 * account away.
 */

function newPerson(): Person {
  const email = uniqueEmail();
  return { email, username: email.replace("@example.com", ""), password: "first-secret" };
}

test("a password typed on the page of the mailed link brings the guest orders of the address @both", async ({
  page,
}) => {
  const person = newPerson();
  await registerPerson(page, person);
  const link = await mailedLink(page, person.email, /Verify your email/);
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await fillDetails(page, person.email);
  await pay(page, cards.good);
  await confirmationShown(page, person.email);

  await visit(page, link);
  await expect(page.getByRole("heading", { name: "Email Verified" })).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Sign in to bring your earlier orders here" }),
  ).toBeVisible();
  await page.locator('main input[name="password"]').fill("wrong-secret");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Invalid credentials. Please try again.").first()).toBeVisible();
  await page.locator('main input[name="password"]').fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("are in your account")).toBeVisible();
  await expect(page.getByRole("link", { name: "I did not register this" })).toHaveCount(0);
  await visit(page, "/account/settings?tab=orders");
  await expect(page.getByRole("link", { name: /View Details of INV-/ })).toHaveCount(1);
});

test("the account page sends a link again that was opened without signing in", async ({ page }) => {
  const person = newPerson();
  await registerPerson(page, person);
  await visit(page, await mailedLink(page, person.email, /Verify your email/));
  await signInAs(page, person);
  await expect(page.getByRole("heading", { name: "Your earlier orders" })).toBeVisible();
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Verification email sent").first()).toBeVisible();
  await visit(page, await mailedLink(page, person.email, /Verify your email/));
  await expect(page.getByText("are in your account")).toBeVisible();
  await visit(page, "/account");
  await expect(page.getByRole("heading", { name: /Welcome/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your earlier orders" })).toHaveCount(0);
});

test("whoever reads the mail takes over an account that they did not register @both", async ({ page }) => {
  const otherPerson = newPerson();
  await registerPerson(page, otherPerson);
  const link = await mailedLink(page, otherPerson.email, /Verify your email/);
  await visit(page, link);
  await page.getByRole("link", { name: "I did not register this" }).click();
  await expect(page.getByRole("heading", { name: "I Did Not Register This" })).toBeVisible();
  await page.locator('main input[name="newPassword"]').fill("owners-secret");
  await page.locator('main input[name="confirmPassword"]').fill("something-else");
  await page.getByRole("button", { name: "Set my password" }).click();
  await expect(page.locator('main input[name="confirmPassword"]')).toHaveAccessibleDescription(
    /Passwords don't match/,
  );
  await page.locator('main input[name="newPassword"]').fill("owners-secret");
  await page.locator('main input[name="confirmPassword"]').fill("owners-secret");
  await page.getByRole("button", { name: "Set my password" }).click();
  await expect(page.getByRole("link", { name: "Continue to Login" })).toBeVisible();
  await signInAs(page, { ...otherPerson, password: "owners-secret" });
  await expect(page.getByRole("heading", { name: /Welcome/ })).toBeVisible();
});

test("whoever reads the mail deletes an account that they did not register", async ({ page }) => {
  const otherPerson = newPerson();
  await registerPerson(page, otherPerson);
  const link = await mailedLink(page, otherPerson.email, /Verify your email/);
  await visit(page, `${link}&mine=no`);
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByText("The account was deleted").first()).toBeVisible();
  await visit(page, link);
  await expect(page.getByText("The verification link is invalid or has expired").first()).toBeVisible();
});
