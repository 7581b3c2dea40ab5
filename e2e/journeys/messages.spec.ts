import { expect, type Page, type Route, test } from "playwright/test";
import { expectWellMade } from "../support/accessibility.ts";
import { newSignedInCustomer } from "../support/accounts.ts";
import { confirmationShown, pay } from "../support/payment.ts";
import {
  beginCheckout,
  cards,
  fillCart,
  fillDetails,
  hydrated,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { tellDatabase } from "../support/shop-for-journeys.ts";

/** The visible toasts: sonner keeps a replaced one in the page for a moment, out of sight. */
const toasts = (page: Page) =>
  page.locator("[data-sonner-toast][data-removed=false]").filter({ visible: true });

const recentMessages = (page: Page) => page.getByRole("complementary", { name: "Recent messages" });

/** A message that has come. Its toast may have gone by now: then it is read again below the page. */
async function expectTold(page: Page, title: string, description: string): Promise<void> {
  await expect(async () => {
    const below = recentMessages(page).locator("details:not([open]) > summary");
    if (await below.isVisible()) await below.click();
    const message = toasts(page).or(recentMessages(page).getByRole("listitem"));
    await expect(message.filter({ hasText: title }).filter({ hasText: description })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 30_000 });
}

/** No order of this address can be written until what this returns is called. */
async function refuseOrdersOf(email: string): Promise<() => Promise<void>> {
  await tellDatabase(
    `create function find_no_room() returns trigger language plpgsql as $$ begin raise exception 'No room for it'; end $$;
     create trigger find_no_room before insert on customer_order for each row
       when (new.customer_email = '${email}') execute function find_no_room()`,
  );
  return () => tellDatabase("drop function find_no_room cascade");
}

/** From now on no request for a page's data gets a response. */
async function silence(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)|\/api\//, (route) => route.abort());
}

test("messages come one at a time, for 5 seconds unless they are being read, and can be read again for 1,000,000 ms", async ({
  page,
}) => {
  await page.clock.install();
  await visit(page, "/reset-password");
  await expect(toasts(page)).toHaveText(
    /Invalid reset link\s*This password reset link is invalid or has expired\./,
  );
  await visit(page, "/login");
  await silence(page);
  const signIn = async (username: string) => {
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password").fill("secret");
    await page.getByRole("button", { name: "Login" }).click();
  };
  await signIn("ada");
  const words = /Login Failed\s*Invalid credentials\. Please try again\. The shop could not be reached/;
  await expect(toasts(page)).toHaveText(words);
  // Below the pointer it stays while it is looked at.
  await toasts(page).hover();
  await expect(page.getByRole("alert")).toHaveText(words);
  await expect(page.locator(":focus")).toHaveText(words);
  await expect(page.getByLabel("Username")).toHaveValue("ada");
  await page.setViewportSize({ width: 560, height: 800 });
  expect((await toasts(page).boundingBox())?.width).toBe(420);

  const recent = recentMessages(page);
  await expect(recent).toHaveCount(0);
  await signIn("grace");
  await expect(recent.getByText("Recent messages (1)")).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);

  await toasts(page).getByRole("button", { name: "Close toast" }).focus();
  await page.clock.fastForward(60_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.getByLabel("Username").focus();
  await page.clock.fastForward(5000);
  await expect(toasts(page)).toHaveCount(0);

  await recent.getByText("Recent messages (2)").click();
  await expect(recent.getByRole("listitem")).toHaveText([/Login Failed.*Invalid/, /Login Failed.*Invalid/]);
  await expectWellMade(page);
  await page.clock.fastForward(1_000_000);
  await expect(recent).toHaveCount(0);
});

test("loading is visible, and failures are reported: a product, the account, a download, signing out", async ({
  page,
}) => {
  await visit(page, "/products");
  const spinner = page.getByRole("status").filter({ hasText: "Loading products" });
  const seenLoading = async (route: Route) => {
    await spinner.waitFor();
    await route.continue();
  };
  await page.route(/\/products\.data/, seenLoading, { times: 1 });
  await page.getByLabel("Sort").selectOption("Price (Low to High)");
  await page.waitForURL(/sort=price-asc/);
  await expect(spinner).toHaveCount(0);
  await silence(page);
  await page.getByRole("link", { name: "Premium Biochar", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Product Not Found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Products" })).toBeVisible();

  await page.unrouteAll();
  await newSignedInCustomer(page.request);
  await visit(page, "/account/settings?tab=support");
  const refusal = { status: 429, json: { message: "Please wait a little." } };
  await page.route("/api/account/export", (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole("link", { name: "Download My Data" }).click();
  await expect(toasts(page)).toContainText("Download FailedPlease wait a little.");
  await silence(page);
  await page.getByRole("link", { name: "Download My Data" }).click();
  await expect(toasts(page)).toContainText("Download FailedPlease try again.");
  await visit(page, "/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(toasts(page)).toHaveText(/Logout Failed/);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("link", { name: "Account Settings" }).click();
  await expect(page.getByRole("heading", { name: "Account Settings" })).toBeVisible();
  await silence(page);
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("Your account could not be reached just now.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to Login" })).toBeVisible();
});

test("the checkout says while the card form loads, when it cannot, while it pays, and that the order was placed", async ({
  page,
}) => {
  /** Releases or drops a request once something is visible. */
  const whenSeen = (text: string, then: "continue" | "abort") => async (route: Route) => {
    await page.getByText(text, { exact: true }).first().waitFor();
    await route[then]();
  };
  const email = uniqueEmail();
  await fillCart(page, "premium-biochar");
  await visit(page, "/products");
  await page.getByRole("banner").getByRole("link", { name: /cart/i }).click();
  await page.getByRole("link", { name: "Proceed to Checkout" }).click();
  await page.waitForURL(/\/checkout$/);
  await hydrated(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const name of ["firstName", "lastName", "email", "address", "city", "postcode"])
    await expect(page.locator(`input[name="${name}"]`)).toHaveAttribute("required");
  await page.route(/\/checkout\.data/, whenSeen("Loading payment form...", "abort"), { times: 1 });
  await fillDetails(page, email);
  await expect(page.getByText("Failed to load payment form. Please try again.")).toBeVisible();
  await expectTold(page, "Payment failed", "Failed to initialize payment");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.route(/\/sandbox\/stripe\/.*confirm/, whenSeen("Processing...", "continue"), { times: 1 });
  await pay(page, cards.good, { started: true });
  await confirmationShown(page, email);
  await expectTold(page, "Order placed successfully!", "You will receive an email confirmation shortly.");
});

test("an order that fails after the payment says so, and asks the shopper to write", async ({ page }) => {
  const email = await beginCheckout(page);
  const allowAgain = await refuseOrdersOf(email);
  await pay(page, cards.good);
  const [title, description] = [
    "Order creation failed",
    "Payment was successful but order creation failed. Please contact support.",
  ];
  await expectTold(page, title, description);
  await expect(page.getByRole("alert").filter({ hasText: title })).toContainText(description);
  await allowAgain();
  await page.reload();
  await confirmationShown(page, email);
});

test("a page that cannot hear of its payment says that it waits, and finds the order by itself", async ({
  page,
}) => {
  const email = await beginCheckout(page);
  await page.route("**/checkout-success.data*", (route) => route.abort());
  await pay(page, cards.good);
  await expect(page.getByRole("heading", { name: "We are still confirming your payment" })).toBeVisible();
  await confirmationShown(page, email);
});
