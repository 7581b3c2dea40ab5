import { expect, test } from "playwright/test";
import { confirmationShown, pay, payExpectingRefusal, startPayment } from "../support/payment.ts";
import {
  addToCart,
  beginCheckout,
  cards,
  fillCart,
  fillDetails,
  findProduct,
  goToCheckout,
  holdBack,
  javaScriptIsOn,
  uniqueEmail,
} from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

test("search, product, cart, checkout, pay, confirmation, and behind it an empty cart @both", async ({
  page,
  request,
}) => {
  const email = uniqueEmail();
  await findProduct(page, "SPECIALIZED plant", "Specialized Plant Biochar");
  await addToCart(page, 2);
  await goToCheckout(page);
  await expect(page.getByText("Specialized Plant Biochar").first()).toBeVisible();
  await expect(page.getByText("£17.98").first()).toBeVisible();
  await expect(page.getByText("£28.97").first()).toBeVisible();
  await fillDetails(page, email, { postcode: "sy81aa" });
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await expect(page.getByText("£28.97").first()).toBeVisible();
  if (javaScriptIsOn()) await page.goBack();
  else await page.goto("/checkout");
  await expect(page.getByText("Your Cart is Empty")).toBeVisible();
  expect(await ordersOf(request, email)).toMatchObject([
    {
      totalAmount: 28.97,
      items: [{ quantity: 2, price: 8.99 }],
      customerAddress: "12 Hedge End, Ludlow, SY8 1AA, United Kingdom",
    },
  ]);
});

test("a declined card is explained, and a good one with a double click on Pay makes one order @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await payExpectingRefusal(page, cards.declined, /declined/i);
  await pay(page, cards.good, { started: true, doubleClick: true });
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("the pay button is there from the start with its price, leads to what is missing, and no input is lost @both", async ({
  page,
}) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  const button = page.locator("main").getByRole("button", { name: "Pay £35.98" });
  await expect(button).toBeVisible();
  if (javaScriptIsOn()) await expect(button).toBeDisabled();
  await expect(
    page.getByText("Please fill in all required fields above to continue with payment.").first(),
  ).toBeVisible();
  if (javaScriptIsOn()) {
    // A field is checked when it is left, and again with each letter.
    const email = page.locator('#checkout input[name="email"]');
    await email.fill("nonsense");
    await page.locator('#checkout input[name="phone"]').focus();
    await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
    await expect(page.locator('input[name="firstName"]')).not.toHaveAttribute("aria-invalid", "true");
    await email.pressSequentially("@example.com");
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
  }
  await fillDetails(page, uniqueEmail(), { lastName: "", postcode: "" });
  const payment = page.getByRole("region", { name: "Payment Method" });
  const lastName = page.locator('input[name="lastName"]');
  await expect(payment.getByText("Still missing: ")).toBeVisible();
  await expect(payment.getByRole("link", { name: "First Name" })).toBeHidden();
  await expect(payment.getByRole("link", { name: "Postcode" })).toBeVisible();
  await payment.getByRole("link", { name: "Last Name" }).click();
  await expect(lastName).toBeFocused();
  await startPayment(page, { expectForm: false });
  await expect(lastName).toBeFocused();
  await expect(lastName).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
  await expect(page.locator('input[name="city"]')).toHaveValue("Ludlow");
});

test("the pay button waits for what was changed, in the form and in the cart", async ({ page }) => {
  await beginCheckout(page);
  const button = page.locator("main").getByRole("button", { name: /^Pay £/ });
  await expect(button).toBeEnabled();
  const release = await holdBack(page, /\/checkout\.data/);
  const asked = page.waitForRequest(/\/checkout\.data/);
  await page.locator('#checkout input[name="phone"]').fill("01584 111 222");
  await asked;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(button).toBeDisabled();
  release();
  await expect(button).toBeEnabled();

  await page.getByRole("banner").getByRole("link", { name: /cart/i }).click();
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await drawer.getByRole("combobox").selectOption("2");
  await expect(drawer.getByText("£49.98").first()).toBeVisible();
  await drawer.getByRole("button", { name: "Continue Shopping" }).click();
  await expect(button).toHaveText("Pay £49.98");
  await expect(button).toBeEnabled();
});

test("a postcode that does not look British is asked about, and taken once it is confirmed @both", async ({
  page,
}) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await fillDetails(page, uniqueEmail(), { postcode: "NOPE" });
  await startPayment(page, { expectForm: false });
  await expect(page.getByText("“NOPE” does not look like one of the United Kingdom")).toBeVisible();
  await page.getByLabel("Yes, it is right").check();
  await startPayment(page);
});

test("a cart that changed in another tab is never charged unseen @both", async ({
  page,
  context,
  request,
}) => {
  const email = await beginCheckout(page);
  if (javaScriptIsOn()) await startPayment(page);
  const button = page.locator("main").getByRole("button", { name: /^Pay £/ });
  await expect(button).toHaveText("Pay £35.98");

  const otherTab = await context.newPage();
  await fillCart(otherTab, "animal-feed-biochar", 2);
  // The other tab's checkout is another version of this one, with another total.
  await goToCheckout(otherTab);
  await expect(otherTab.getByText("Free", { exact: true }).first()).toBeVisible();
  if (javaScriptIsOn()) {
    await expect(otherTab.locator("main").getByRole("button", { name: /^Pay £/ })).toHaveText("Pay £89.99");
    await pay(page, cards.good, { started: true });
  } else await button.click();

  await expect(page.getByText("The total is now £89.99.").first()).toBeVisible();
  await expect(button).toHaveText("Pay £89.99");
  expect(await ordersOf(request, email)).toHaveLength(0);
  await pay(page, cards.good, { started: javaScriptIsOn() });
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 89.99 }]);
});
