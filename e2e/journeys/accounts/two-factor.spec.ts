import { generateSync } from "otplib";
import { expect, type Page, test } from "playwright/test";
import { expectWellMade } from "../../support/accessibility.ts";
import { newSignedInCustomer, type Person } from "../../support/accounts.ts";
import { hydrated, javaScriptIsOn, visit } from "../../support/shop.ts";

const security = "/account/settings?tab=security";

async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await visit(page, `/login?next=${encodeURIComponent(security)}`);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
}

test("two-factor sign-in is set up with an app, required at the next sign-in, and accepts a recovery code @both", async ({
  page,
}) => {
  const person = await newSignedInCustomer(page.request);
  await visit(page, security);
  await page.locator('#two-factor-begin input[name="password"]').fill(person.password);
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await expect(page.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
  await hydrated(page);
  if (javaScriptIsOn()) await expectWellMade(page, "the key");

  const secret = (await page.locator("main code").innerText()).replaceAll(" ", "");
  await page.locator('#two-factor-confirm input[name="code"]').fill(generateSync({ secret }));
  await page.getByRole("button", { name: "Turn on two-factor sign-in" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(page.locator("div:focus").filter({ has: codes.first() })).toBeVisible();
  const recoveryCode = await codes.first().innerText();
  if (javaScriptIsOn()) await expectWellMade(page, "the recovery codes");

  await page.context().clearCookies();
  await signIn(page, person);
  await page.waitForURL((url) => url.pathname === "/login/code");
  await hydrated(page);
  await page.locator('input[name="code"]').fill("000000");
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").first()).toContainText("This code is not right");
  await hydrated(page);
  await page.locator('input[name="code"]').fill(recoveryCode);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname === "/account/settings");
  await expect(page.locator("main")).toContainText("Unused recovery codes: 9.");
});
