import { expect, test } from "playwright/test";
import {
  backAtCheckout,
  closeRightAfter,
  confirmationShown,
  handlePayPal,
  openPayPal,
  orderArrives,
  pay,
} from "../support/payment.ts";
import { beginCheckout, cards, checkOutInAnotherTab, javaScriptIsOn } from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

test("PayPal pays for an order, once however often its button is pressed @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await openPayPal(page, { doubleClick: true });
  await handlePayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 35.98 }]);
});

test("a card that PayPal cannot charge is explained, and another one pays for the same order @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await openPayPal(page);
  await handlePayPal(page, "Approve with a card that is declined");
  if (javaScriptIsOn()) {
    await backAtCheckout(page, /could not charge the card/);
    await openPayPal(page);
  } else await expect(page.getByText("This is a test: choose how it ends.")).toBeVisible();
  await handlePayPal(page, "Approve payment");
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("leaving PayPal, or its refusal, keeps the cart, which a card then pays @both", async ({
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
  await pay(page, cards.good);
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("a tab that is closed right after paying with PayPal still gets its order @deep", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await openPayPal(page);
  await closeRightAfter(page, /\/paypal\/order\/[^/]+\/capture|\/checkout-success/, () =>
    handlePayPal(page, "Approve payment"),
  );
  await orderArrives(request, email);
});

test("two tabs that pay one cart, first by card: PayPal takes nothing @deep", async ({ page, request }) => {
  const email = await beginCheckout(page);
  const other = await checkOutInAnotherTab(page, email);
  await openPayPal(other);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  await handlePayPal(other, "Approve payment");
  await confirmationShown(other, email);
  await expect(other.getByText(/second payment/)).toHaveCount(0);
  expect(await ordersOf(request, email)).toHaveLength(1);
});

test("two tabs that pay one cart, with PayPal while the card is being paid: one order, the card refunded", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  const other = await checkOutInAnotherTab(page, email);
  await openPayPal(other);
  // The charge is nearly made: only the bank's question is open.
  await pay(page, cards.threeDSecure);
  await expect(page.getByRole("button", { name: "Complete authentication" })).toBeVisible();
  await handlePayPal(other, "Approve payment");
  await confirmationShown(other, email);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await confirmationShown(page, email);
  const refunded = "A second payment for this order was refunded automatically: £35.98";
  const read = async () => (await page.request.get(page.url())).text();
  await expect.poll(read, { timeout: 30_000 }).toContain(refunded);
  await page.reload();
  await expect(page.getByText(refunded)).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(1);
});
