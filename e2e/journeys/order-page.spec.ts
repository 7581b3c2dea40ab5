import { expect, test } from "playwright/test";
import { hydrated } from "../support/shop.ts";
import { makeOrder, signInAsManager } from "../support/staff.ts";

test("a shop manager opens an order in full, notes something, refunds one of two packs without a sum, and goes on to the customer", async ({
  page,
  request,
}) => {
  const { id, invoiceNumber } = await makeOrder(request, {
    customerName: "Fiona Fields",
    customerPhone: "01584 900 674",
    items: [{ productId: 8, quantity: 2, price: "10.50" }],
  });

  await signInAsManager(page, `/admin/orders/${id}`);
  const main = page.locator("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Order ${invoiceNumber}`);
  await expect(main.getByRole("link", { name: "01584 900 674" })).toHaveAttribute("href", "tel:01584900674");

  await main.getByLabel("Note for staff").fill("Rang: leave it by the shed");
  await main.getByRole("button", { name: "Add note" }).click();
  await expect(main.getByText("Rang: leave it by the shed").first()).toBeVisible();
  await expect(main.getByLabel("Note for staff")).toHaveValue("");

  const refund = main.locator("details", { has: page.locator("summary", { hasText: /^Refund$/ }) });
  await refund.locator("summary").click();
  await refund.getByLabel(/: how many of 2, at £10\.50$/).fill("1");
  await expect(refund.getByLabel(/^Amount in/)).toHaveValue("10.50");
  await refund.getByLabel("Reason").fill("One bag was torn");
  await refund.getByRole("button", { name: "Refund £10.50 in cash" }).click();
  await expect(main.getByText("£10.50 of £21.00 refunded")).toBeVisible();
  await expect(refund).not.toHaveAttribute("open");
  await expect(refund).toContainText("Up to £10.50 can be refunded.");

  await main.getByRole("link", { name: "Fiona Fields" }).click();
  await page.waitForURL(/\/admin\/customers\/(order-)?\d+$/);
  await hydrated(page);
  await expect(main.getByText(/^1 order, £10\.50 paid, the last on /)).toBeVisible();
  await main.getByLabel("Note for staff").fill("Wants a pallet in spring");
  await main.getByRole("button", { name: "Add note" }).click();
  await expect(main.getByText("Wants a pallet in spring").first()).toBeVisible();
  await expect(main.getByRole("link", { name: invoiceNumber })).toHaveAttribute(
    "href",
    `/admin/orders/${id}`,
  );
});
