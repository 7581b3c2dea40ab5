import { expect, test } from "playwright/test";
import { mailedLink, mailTo, newCustomer, newSignedInCustomer } from "../../support/accounts.ts";
import { visit } from "../../support/shop.ts";
import { makeOrder } from "../../support/staff.ts";

/*
 * The mailed link together with the account gives what belongs to the address; the link alone takes a stranger's
 * account away.
 */

test("a password typed on the page of the mailed link brings the guest orders of the address @both", async ({
  page,
  request,
}) => {
  const person = await newCustomer(page.request);
  const { invoiceNumber } = await makeOrder(request, { customerEmail: person.email });
  await visit(page, await mailedLink(page, person.email, /Verify your email/));
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
  const orders = await page.request.get("/account/settings?tab=orders");
  expect(await orders.text()).toContain(invoiceNumber);
});

test("the account page sends a link again that was opened without signing in @without-scripts", async ({
  page,
  request,
}) => {
  const person = await newSignedInCustomer(page.request);
  const first = await mailTo(request, person.email, /Verify your email/);
  await request.get(await mailedLink(page, person.email, /Verify your email/));
  await visit(page, "/account");
  await expect(page.getByRole("heading", { name: "Your earlier orders" })).toBeVisible();
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Verification email sent").first()).toBeVisible();
  await expect
    .poll(() => mailTo(request, person.email, /Verify your email/), { timeout: 30_000 })
    .not.toBe(first);
  await visit(page, await mailedLink(page, person.email, /Verify your email/));
  await expect(page.getByText("are in your account")).toBeVisible();
});

test("anyone who reads the mail takes over an account that they did not register @both", async ({ page }) => {
  const otherPerson = await newCustomer(page.request);
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
});

test("anyone who reads the mail deletes an account that they did not register @without-scripts", async ({
  page,
}) => {
  const otherPerson = await newCustomer(page.request);
  const link = await mailedLink(page, otherPerson.email, /Verify your email/);
  await visit(page, `${link}&mine=no`);
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByText("The account was deleted").first()).toBeVisible();
});
