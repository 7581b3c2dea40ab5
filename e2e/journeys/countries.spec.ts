import { expect, test } from "playwright/test";
import { registerPerson, signInAs } from "../support/accounts.ts";
import { fillCart, goToCheckout, scriptOnDeskOrNoneOnPhone, uniqueEmail, visit } from "../support/shop.ts";

scriptOnDeskOrNoneOnPhone();

test("a country is chosen from the list, or typed under Other", async ({ page }) => {
  const email = uniqueEmail();
  const person = { email, username: email.split("@")[0] ?? email, password: "wandering" };
  await registerPerson(page, person);
  await signInAs(page, person);
  const form = page.locator("form#profile");
  const list = form.getByLabel("Country", { exact: true });
  const other = form.getByLabel("Country: which?");
  const saved = async () => {
    await form.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByText("Profile Updated").first()).toBeVisible();
    await visit(page, "/account/settings?tab=profile");
  };

  await visit(page, "/account/settings?tab=profile");
  await expect(list).toHaveValue("");
  await expect(other).toBeHidden();
  await list.selectOption("Other");
  await other.fill("Spain");
  await saved();
  await expect(list).toHaveValue("other");
  await expect(other).toHaveValue("Spain");

  await list.selectOption("Ireland");
  await expect(other).toBeHidden();
  await saved();
  await expect(list).toHaveValue("Ireland");
});

test("the checkout offers the same countries, the United Kingdom first", async ({ page }) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  const list = page.getByLabel("Country", { exact: true });
  await expect(list).toHaveValue("United Kingdom");
  expect(await list.locator("option").allInnerTexts()).toEqual([
    "United Kingdom",
    "Ireland",
    "United States",
    "Canada",
    "Australia",
    "Germany",
    "France",
    "Netherlands",
    "Other",
  ]);
  await list.selectOption("Other");
  await page.getByLabel("Country: which?", { exact: true }).fill("Norway");
  await expect(page.getByLabel("Country: which?", { exact: true })).toHaveValue("Norway");
});
