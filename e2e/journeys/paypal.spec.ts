import { expect, type Page, test } from "playwright/test";
import { confirmationShown, pay } from "../support/payment.ts";
import { answerPayPal, backAtCheckout, openPayPal } from "../support/paypal.ts";
import {
  addToCart,
  cards,
  fillDetails,
  findProduct,
  goToCheckout,
  javaScriptIsOn,
  uniqueEmail,
} from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

async function beginCheckout(page: Page, email: string): Promise<void> {
  await findProduct(page, "premium", "Premium Biochar");
  await addToCart(page);
  await goToCheckout(page);
  await expect(page.getByRole("radio", { name: "Credit Card" })).toBeChecked();
  await fillDetails(page, email);
}

test("PayPal pays for an order", async ({ page, request }) => {
  const email = uniqueEmail();
  await beginCheckout(page, email);
  await openPayPal(page);
  await answerPayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 35.98 }]);
});

test("a card that PayPal cannot charge is explained, and another one pays for the same order", async ({
  page,
  request,
}) => {
  const email = uniqueEmail();
  await beginCheckout(page, email);
  await openPayPal(page);
  await answerPayPal(page, "Approve with a card that is declined");
  if (javaScriptIsOn()) {
    await backAtCheckout(page, /could not charge the card/);
    await openPayPal(page);
  } else await expect(page.getByText("This is a test: choose how it ends.")).toBeVisible();
  await answerPayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("leaving PayPal, or its refusal, keeps the cart, which a card then pays", async ({ page, request }) => {
  const email = uniqueEmail();
  await beginCheckout(page, email);
  await openPayPal(page);
  await answerPayPal(page, "Cancel");
  await backAtCheckout(page, /You left PayPal without paying/);
  await openPayPal(page);
  await answerPayPal(page, "Approve, and PayPal refuses");
  await backAtCheckout(page, /PayPal did not accept this payment/);
  expect(await ordersOf(request, email)).toHaveLength(0);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await pay(page, cards.good);
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("a double click on PayPal's button makes one order", async ({ page, request }) => {
  const email = uniqueEmail();
  await beginCheckout(page, email);
  await openPayPal(page, { doubleClick: true });
  await answerPayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("two tabs that pay one cart, by card and by PayPal, make one order", async ({
  page,
  context,
  request,
}) => {
  const email = uniqueEmail();
  await beginCheckout(page, email);
  const other = await context.newPage();
  await goToCheckout(other);
  await fillDetails(other, email);
  await openPayPal(other);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await answerPayPal(other, "Approve payment");
  await confirmationShown(other, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});
