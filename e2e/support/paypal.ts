import { expect, type Page } from "playwright/test";
import { javaScriptIsOn, settled } from "./shop.ts";

/** The possible ends of a test payment at PayPal. */
export type PayPalAnswer =
  | "Approve payment"
  | "Approve with a card that is declined"
  | "Approve, and PayPal refuses"
  | "Cancel";

/** Chooses PayPal and presses its button: a dialog with JavaScript, PayPal's page without. */
export async function openPayPal(page: Page, { doubleClick = false } = {}): Promise<void> {
  await page.getByRole("radio", { name: "PayPal" }).check();
  const button = page.locator("main").getByRole("button", { name: /^Order and pay with PayPal [£€]/ });
  if (javaScriptIsOn()) await expect(button).toBeEnabled();
  await (doubleClick ? button.dblclick() : button.click());
  await expect(page.getByText("This is a test: choose how it ends.")).toBeVisible();
}

/** Chooses a button on PayPal's page. */
export async function handlePayPal(page: Page, buttonName: PayPalAnswer): Promise<void> {
  await page.getByRole("button", { name: buttonName, exact: true }).click();
}

/** Expects the checkout again, with a message in the page and nothing lost. */
export async function backAtCheckout(page: Page, message: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/checkout/);
  await settled(page);
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
}
