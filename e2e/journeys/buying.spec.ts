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
  javaScriptIsOn,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { ordersOf, restock } from "../support/staff.ts";

test("search, product, cart, checkout, pay, confirmation @both", async ({ page, request }) => {
  const email = uniqueEmail();
  await findProduct(page, "SPECIALIZED plant", "Specialized Plant Biochar");
  await addToCart(page, 2);
  await goToCheckout(page);
  await expect(page.getByText("Specialized Plant Biochar").first()).toBeVisible();
  await expect(page.getByText("£17.98").first()).toBeVisible();
  await expect(page.getByText("£28.97").first()).toBeVisible();
  await fillDetails(page, email);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await expect(page.getByText("£28.97").first()).toBeVisible();
  const orders = await ordersOf(request, email);
  expect(orders).toMatchObject([{ totalAmount: 28.97, items: [{ quantity: 2, price: 8.99 }] }]);
});

test("a declined card is explained, and a good one then pays for the same order @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await payExpectingRefusal(page, cards.declined, /declined/i);
  await pay(page, cards.good, { started: true });
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("a missing required field is reported beside the field and no input is lost @both", async ({ page }) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await expect(
    page.getByText("Please fill in all required fields above to continue with payment.").first(),
  ).toBeVisible();
  await fillDetails(page, uniqueEmail(), { city: "" });
  await startPayment(page, { expectForm: false });
  await expect(page.locator('input[name="city"]')).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
  await expect(page.locator('input[name="postcode"]')).toHaveValue("SY8 1AA");
});

test("the pay button is there from the start with its price, and leads to what is missing @both", async ({
  page,
}) => {
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  const button = page.locator("main").getByRole("button", { name: "Pay £35.98" });
  await expect(button).toBeVisible();
  if (javaScriptIsOn()) await expect(button).toBeDisabled();
  await fillDetails(page, uniqueEmail(), { lastName: "", postcode: "" });
  const payment = page.getByRole("region", { name: "Payment Method" });
  await expect(payment.getByText("Still missing: ")).toBeVisible();
  await expect(payment.getByRole("link", { name: "First Name" })).toBeHidden();
  await expect(payment.getByRole("link", { name: "Postcode" })).toBeVisible();
  await payment.getByRole("link", { name: "Last Name" }).click();
  await expect(page.locator('input[name="lastName"]')).toBeFocused();
  await button.click({ force: true });
  await expect(page.locator('input[name="lastName"]')).toBeFocused();
});

test("a postcode that does not look British is asked about, confirmed and taken as it is @both", async ({
  page,
  request,
}) => {
  const email = uniqueEmail();
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await fillDetails(page, email, { postcode: "NOPE" });
  await startPayment(page, { expectForm: false });
  await expect(page.getByText("“NOPE” does not look like one of the United Kingdom")).toBeVisible();
  await page.getByLabel("Yes, it is right").check();
  await pay(page, cards.good);
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([
    { customerAddress: "12 Hedge End, Ludlow, NOPE, United Kingdom" },
  ]);
});

test("a postcode typed in any way is stored as it is written", async ({ page, request }) => {
  const email = uniqueEmail();
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await fillDetails(page, email, { postcode: "sy81aa" });
  await pay(page, cards.good);
  await confirmationShown(page, email);
  const [order] = await ordersOf(request, email);
  expect(order).toMatchObject({ customerAddress: "12 Hedge End, Ludlow, SY8 1AA, United Kingdom" });
});

test("a product that is out of stock says so and cannot be added", async ({ page }) => {
  await visit(page, "/products/wood-vinegar");
  await expect(page.locator("main").getByText("Out of Stock").first()).toBeVisible();
  await expect(
    page
      .locator("main")
      .getByRole("button", { name: /Add to Cart|Out of Stock/ })
      .first(),
  ).toBeDisabled();
});

test("the same product added twice becomes one line", async ({ page }) => {
  await fillCart(page, "biochar-compost-mix", 2);
  await visit(page, "/products/biochar-compost-mix");
  await addToCart(page, 3);
  await visit(page, "/cart");
  await expect(page.locator("main select[name=quantity]")).toHaveCount(1);
  await expect(page.locator("main select[name=quantity]")).toHaveValue("5");
});

test("ninety-nine of a product can be ordered at once", async ({ page, request }) => {
  await restock(request, "premium-biochar", 140);
  await fillCart(page, "premium-biochar", 99);
  await goToCheckout(page);
  await expect(page.getByText("£2,474.01").first()).toBeVisible();
  await expect(page.getByText("Free", { exact: true }).first()).toBeVisible();
});

test("going back after paying shows an empty cart, not a second payment @both", async ({ page, request }) => {
  const email = await beginCheckout(page);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await page.goBack();
  await visit(page, "/checkout");
  await expect(page.getByText("Your Cart is Empty")).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("a double click on Pay makes one order @both", async ({ page, request }) => {
  const email = await beginCheckout(page);
  await pay(page, cards.good, { doubleClick: true });
  await confirmationShown(page, email);
  const orders = await ordersOf(request, email);
  expect(orders).toHaveLength(1);
});
