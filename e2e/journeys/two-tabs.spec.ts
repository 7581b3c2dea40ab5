import { expect, test } from "playwright/test";
import { confirmationShown, pay, startPayment } from "../support/payment.ts";
import { beginCheckout, cards, fillCart, goToCheckout, javaScriptIsOn } from "../support/shop.ts";
import { ordersOf } from "../support/staff.ts";

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
