import { expect, type Page } from "playwright/test";
import { hydrated, javaScriptIsOn, visit } from "./shop.ts";

/** The button with its price, in the currency of the shop. */
const PAY = /^Pay [£€]/;

interface PayOptions {
  /** The payment form (or page) is already open, as after a declined card. */
  started?: boolean;
  /** The button to press when the bank requires 3-D Secure. */
  challenge?: "Complete authentication" | "Fail authentication";
  doubleClick?: boolean;
}

/**
 * Continues from filled-in details to the card form: with JavaScript it appears by itself, without it "Pay £…" opens
 * the provider's page.
 */
export async function startPayment(page: Page, { expectForm = true } = {}): Promise<void> {
  if (javaScriptIsOn()) await page.locator('input[name="postcode"]').blur();
  if (!javaScriptIsOn() || !expectForm) {
    const pay = page.locator("main").getByRole("button", { name: PAY });
    // With JavaScript it leads to what is missing.
    if (await pay.isVisible()) await pay.click({ force: true });
  }
  if (expectForm) await expect(page.getByLabel("Card number")).toBeVisible();
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
}

export async function pay(page: Page, number: string, options: PayOptions = {}): Promise<void> {
  if (!options.started) await startPayment(page);
  await typeCard(page, number);
  const button = page.getByRole("button", { name: PAY });
  await (options.doubleClick ? button.dblclick() : button.click());
  if (options.challenge) await page.getByRole("button", { name: options.challenge }).click();
}

/** Pays with a card that is refused and waits for the reason. */
export async function payExpectingRefusal(page: Page, number: string, reason: RegExp): Promise<void> {
  await pay(page, number);
  await expect(page.getByText(reason).first()).toBeVisible();
}

/** Leaves the card form and returns to the checkout without paying. */
export async function leavePayment(page: Page): Promise<void> {
  if (javaScriptIsOn()) await visit(page, "/products");
  else await page.getByRole("link", { name: "Back to checkout" }).click();
  if (javaScriptIsOn()) await visit(page, "/checkout");
  await expect(page).toHaveURL(/\/checkout/);
  await hydrated(page);
}

export async function confirmationShown(page: Page, email: string): Promise<void> {
  // The second press of a double click without JavaScript breaks off the navigation of the first.
  await expect(page).toHaveURL(/\/order-confirmation/, { timeout: 30_000 });
  await hydrated(page);
  await expect(page.getByText(/INV-\d{10,16}/).first()).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
}

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
  await hydrated(page);
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
}
