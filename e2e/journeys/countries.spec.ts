import { expect, test } from "playwright/test";
import { registerPerson, signInAs } from "../support/accounts.ts";
import { confirmationShown, pay, startPayment } from "../support/payment.ts";
import { startShop } from "../support/server.ts";
import {
  beginCheckout,
  cards,
  fillCart,
  goToCheckout,
  javaScriptIsOn,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { becomeAdministrator, ordersOf } from "../support/staff.ts";

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

test("a country that the shop does not deliver to is refused beside the field, and back home one press pays", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  // The setting is the whole shop's. Its tab is saved with it: delivery is £9.99 at home from then on, and free abroad.
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  try {
    const staff = (await browser.newContext({ baseURL: shop.url })).request;
    await becomeAdministrator(staff);
    const saved = await staff.put("/api/admin/settings", { data: { countriesServed: "GB" } });
    expect(saved.ok(), await saved.text()).toBe(true);

    const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
    const email = await beginCheckout(page);
    const list = page.getByLabel("Country", { exact: true });
    const button = page.locator("main").getByRole("button", { name: "Pay £34.98" });
    await list.selectOption("France");
    if (javaScriptIsOn()) {
      const payment = page.getByRole("region", { name: "Payment Method" });
      await expect(payment.getByText("Please check: Country")).toBeVisible();
      await payment.getByRole("link", { name: "Country" }).click();
      await expect(list).toBeFocused();
    } else await button.click();
    await expect(list).toHaveAttribute("aria-invalid", "true");
    await expect(list).toHaveAccessibleDescription("We deliver to the United Kingdom only.");
    await expect(list).toHaveValue("France");
    await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
    await expect(page.locator('input[name="email"]')).toHaveValue(email);
    await expect(page.locator('input[name="postcode"]')).toHaveValue("SY8 1AA");
    // What the shopper saw before has not changed.
    await expect(button).toBeVisible();
    await expect(page.getByText("Payment failed")).toHaveCount(0);

    await list.selectOption("United Kingdom");
    await startPayment(page);
    await pay(page, cards.good, { started: true });
    await confirmationShown(page, email);
    expect(await ordersOf(staff, email)).toMatchObject([{ totalAmount: 34.98 }]);
  } finally {
    await shop.stop();
  }
});
