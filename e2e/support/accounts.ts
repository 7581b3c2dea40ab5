import { expect, type Page } from "playwright/test";
import { settled, visit } from "./shop.ts";

export interface Person {
  email: string;
  username: string;
  password: string;
}

export async function registerPerson(page: Page, person: Person): Promise<void> {
  await visit(page, "/register");
  await page.locator('input[name="name"]').fill("Rowan Fielding");
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('main input[name="username"]').fill(person.username);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="confirmPassword"]').fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
}

/** Signs in as a customer and waits for the next page. */
export async function signInAs(page: Page, { username, password }: Person, path = "/account"): Promise<void> {
  await visit(page, path === "/account" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
  await page.locator('main input[name="username"]').fill(username);
  await page.locator('main input[name="password"]').fill(password);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  await settled(page);
}

/** The newest link of a kind in the outbox for an address. Reloads until the mail has been written. */
export async function mailedLink(
  page: Page,
  email: string,
  subject: RegExp,
  kind = /[^\s"<>]+token=[\w-]+/,
): Promise<string> {
  const mail = page.locator("li").filter({ hasText: email }).getByRole("link", { name: subject }).first();
  await expect(async () => {
    await page.goto("/dev/mail");
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.goto((await mail.getAttribute("href")) ?? "");
  const text = await page.locator("main").innerText();
  const html = (await page.locator("main iframe").getAttribute("srcdoc")) ?? "";
  const anyLink = new RegExp(`https?://[^/\\s"<>]+/${kind.source}`);
  const link = anyLink.exec(text + html.replaceAll("&amp;", "&"))?.[0];
  if (!link) throw new Error(`no link in the mail to ${email}`);
  // The shop's own address may differ from the one that the test uses.
  const { pathname, search } = new URL(link);
  return pathname + search;
}
