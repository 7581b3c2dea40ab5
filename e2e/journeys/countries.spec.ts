import { expect } from "playwright/test";
import { newSignedInCustomer } from "../support/accounts.ts";
import { startPayment } from "../support/payment.ts";
import { beginCheckout, javaScriptIsOn, visit } from "../support/shop.ts";
import { test } from "../support/shop-for-journeys.ts";

test("a country is chosen from the list, or typed under Other", async ({ page }) => {
  await newSignedInCustomer(page.request);
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

test("a country that the shop does not deliver to is refused beside the field, and what is to be paid is that of home @both", async ({
  page,
}) => {
  const email = await beginCheckout(page);
  const list = page.getByLabel("Country", { exact: true });
  // The total that the page began with, before it knew where to.
  const button = page.locator("main").getByRole("button", { name: "Pay £24.99" });
  await list.selectOption("France");
  if (javaScriptIsOn()) {
    const payment = page.getByRole("region", { name: "Payment Method" });
    await expect(payment.getByText("Please check: Country")).toBeVisible();
    await payment.getByRole("link", { name: "Country" }).click();
    await expect(list).toBeFocused();
  } else {
    await page.getByRole("button", { name: "Update total" }).click();
    await expect(list).toBeFocused();
    await button.click();
  }
  await expect(list).toHaveAttribute("aria-invalid", "true");
  await expect(list).toHaveAccessibleDescription("We deliver to Great Britain only.");
  await expect(list).toHaveValue("France");
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
  await expect(page.locator('input[name="email"]')).toHaveValue(email);
  await expect(page.locator('input[name="postcode"]')).toHaveValue("SY8 1AA");
  await expect(button).toBeVisible();
  await expect(page.getByText("Payment failed")).toHaveCount(0);

  await list.selectOption("United Kingdom");
  if (!javaScriptIsOn()) {
    // By its rates the shop learns what home costs with the address; it never charges that unseen.
    await button.click();
    await expect(page.getByText("The total is now £31.94.").first()).toBeVisible();
  }
  await startPayment(page);
  await expect(page.getByRole("button", { name: /^Pay £31.94/ })).toBeVisible();
});
