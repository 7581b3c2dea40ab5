import { expect, test } from "playwright/test";
import { holdBack, uniqueWord } from "../support/shop.ts";
import { STAFF_PASSWORD, signInAsAdministrator } from "../support/staff.ts";

test("a key is made, shown once, opens what it was given and is revoked", async ({
  page,
  playwright,
  baseURL,
}) => {
  // As in a page without HTTPS.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await signInAsAdministrator(page, "/admin?tab=api-keys");
  const form = page.getByRole("form", { name: "Make a key" });
  const name = `Export ${uniqueWord()}`;
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Current Password").fill("a guess");
  await form.getByRole("button", { name: "Make key" }).click();
  await expect(form.getByText("Choose at least one permission")).toBeVisible();
  await form.getByRole("checkbox", { name: "See enquiries" }).check();
  await form.getByRole("button", { name: "Make key" }).click();
  await expect(form.getByLabel("Current Password")).toHaveAccessibleDescription(
    "Current password is incorrect",
  );
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await form.getByLabel("Current Password").fill(STAFF_PASSWORD);
  const readAgain = await holdBack(page, /\/_root\.data|\/admin\.data/);
  await form.getByRole("button", { name: "Make key" }).click();
  const shown = page.getByText(/^oxb_[\w-]{43}$/);
  await expect(shown).toBeFocused();
  const read = page.waitForResponse(/\.data\b/);
  readAgain();
  await (await read).finished();
  await expect.poll(() => page.evaluate(() => window.__remixRouter?.state.revalidation)).toBe("idle");
  await expect(shown).toBeInViewport();
  await expect(form.getByLabel("Current Password")).toHaveValue("");
  const token = await shown.innerText();
  await page.getByRole("button", { name: "Copy the API key" }).click();
  await expect(page.getByText("The browser did not allow copying")).toBeVisible();

  const script = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  expect((await script.get("/api/admin/orders")).status()).toBe(403);
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(page.getByText("API key revoked").first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Revoked");
  await expect(page.getByRole("row").filter({ hasText: name })).toBeFocused();
  expect((await script.get("/api/admin/orders")).status()).toBe(401);
  await script.dispose();
  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
});
