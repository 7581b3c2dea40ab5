import { expect, test } from "playwright/test";
import {
  backAtCheckout,
  confirmationShown,
  handlePayPal,
  openPayPal,
  startPayment,
} from "../support/payment.ts";
import { beginCheckout, javaScriptIsOn } from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

test("a card that PayPal cannot charge is explained, and another one pays for the same order, once @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await openPayPal(page, { doubleClick: true });
  await handlePayPal(page, "Approve with a card that is declined");
  if (javaScriptIsOn()) {
    await backAtCheckout(page, /could not charge the card/);
    await openPayPal(page);
  } else await expect(page.getByText("This is a test: choose how it ends.")).toBeVisible();
  await handlePayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 35.98 }]);
});

test("leaving PayPal, or its refusal, keeps the cart, which a card can then pay @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await expect(page.getByRole("radio", { name: "Credit Card" })).toBeChecked();
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await openPayPal(page);
  await handlePayPal(page, "Cancel");
  await backAtCheckout(page, /You left PayPal without paying/);
  if (javaScriptIsOn()) expect(logged).toContainEqual(expect.stringContaining("PayPal cancelled"));
  await openPayPal(page);
  await handlePayPal(page, "Approve, and PayPal refuses");
  await backAtCheckout(page, /PayPal did not accept this payment/);
  expect(await ordersOf(request, email)).toHaveLength(0);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await startPayment(page);
});
