import { expect, test } from "playwright/test";
import { confirmationShown, leavePayment, pay, startPayment } from "../support/payment.ts";
import { beginCheckout, cards } from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

test("leaving the payment and failing 3-D Secure keep cart and details; passing it then pays @both", async ({
  page,
  request,
}) => {
  const email = await beginCheckout(page);
  await startPayment(page);
  await leavePayment(page);
  await expect(page.locator('input[name="email"]')).toHaveValue(email);
  await pay(page, cards.threeDSecure, { challenge: "Fail authentication" });
  await expect(page.getByText(/unable to authenticate/).first()).toBeVisible();
  expect(await ordersOf(request, email)).toHaveLength(0);
  await pay(page, cards.threeDSecure, { started: true, challenge: "Complete authentication" });
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 35.98 }]);
});

test("a payment that never reached the bank leads back to a form that can be paid", async ({ page }) => {
  const email = await beginCheckout(page);
  await startPayment(page);
  const toTheBank = /\/sandbox\/stripe\/payment_intents\/pi_[^/]+(\/confirm|\?)/;
  let isReached = false;
  // It stays: a request that the page makes just as its routes are taken away may never be sent.
  await page.route(toTheBank, (route) => (isReached ? route.continue() : route.abort()));
  const asked = page.waitForResponse(/\/checkout-success\.data/);
  await pay(page, cards.good, { started: true });
  await asked;
  isReached = true;
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page).toHaveURL(/\/checkout$/);

  // Anyone who presses Pay asks the shop twice: for the payment, and for its order.
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|paypal|checkout)/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  await pay(page, cards.good, { started: true });
  await confirmationShown(page, email);
  expect(calls).toEqual(["POST /checkout.data", "GET /checkout-success.data"]);
});
