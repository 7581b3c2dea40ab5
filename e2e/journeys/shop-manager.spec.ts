import { expect, type Page, test } from "playwright/test";
import { pressByKeyboard, tabTo, uniqueEmail } from "../support/shop.ts";
import { ordersOf, signInAsManager } from "../support/staff.ts";

/** Types a search, then chooses the first match. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label });
  await tabTo(page, field);
  await page.keyboard.type(value);
  await expect(page.getByRole("listbox", { name: label }).getByRole("option").first()).toBeVisible();
  await expect(page.getByText(/^(1|\d+) found$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole("dialog").getByLabel(label).first());
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("a shop manager creates an order, changes its status and refunds it by keyboard alone", async ({
  page,
  request,
}) => {
  const email = uniqueEmail();
  await signInAsManager(page, "/shop-manager");
  await pressByKeyboard(page, page.getByRole("button", { name: "Create Order" }));
  const dialog = page.getByRole("dialog", { name: "Create Order" });
  await expect(page.getByRole("combobox", { name: "Find a customer" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Create Order" })).toBeDisabled();
  await type(page, "Name", "Cora Counter");
  await type(page, "Email", "no address");
  await type(page, "Address", "3 Test Lane, Ludlow, SY8 1AA");
  const products = page.getByRole("combobox", { name: "Add a product" });
  const found = page.getByRole("listbox", { name: "Add a product" });
  await tabTo(page, products);
  await page.keyboard.type("biochar");
  await expect(found.getByRole("option").nth(1)).toBeVisible();
  for (const [key, option] of [
    ["ArrowUp", found.getByRole("option").last()],
    ["ArrowDown", found.getByRole("option").first()],
  ] as const) {
    await page.keyboard.press(key);
    await expect(option).toHaveAttribute("aria-selected", "true");
  }
  // It closes the list alone, and what is left with Tab was not chosen.
  await page.keyboard.press("Escape");
  await expect(found).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(found).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(found).toBeHidden();
  await expect(dialog.getByRole("list", { name: "Items" })).toHaveCount(0);
  await products.fill("");
  await choose(page, "Add a product", "premium biochar");
  await expect(dialog.getByRole("list", { name: "Items" })).toContainText("Premium Biochar");
  await type(page, "Quantity of Premium Biochar", "2");
  await type(page, "Price of one Premium Biochar in pounds", "10.50");
  await expect(dialog.getByText("£21.00").last()).toBeVisible();

  await pressByKeyboard(page, dialog.getByRole("button", { name: "Create Order" }));
  await expect(dialog.getByText("Valid email is required")).toBeVisible();
  await expect(dialog.getByLabel("Price of one Premium Biochar in pounds")).toHaveValue("10.50");
  await page.keyboard.press("Escape");
  const leaveDialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await pressByKeyboard(page, leaveDialog.getByRole("button", { name: "Stay here" }));
  await type(page, "Email", email);
  await pressByKeyboard(page, dialog.getByRole("button", { name: "Create Order" }));
  await expect(page.getByText("Order created successfully").first()).toBeVisible();

  const order = page.getByRole("dialog", { name: /^Order INV-/ });
  await expect(order.getByText("£10.50 instead of")).toBeVisible();
  await pressByKeyboard(page, order.locator("summary", { hasText: "Change status" }));
  const status = order.locator('select[name="to"]');
  await tabTo(page, status);
  await page.keyboard.press("c");
  await pressByKeyboard(page, order.getByRole("button", { name: "Save status" }));
  await expect(page.getByText("Order updated").first()).toBeVisible();
  await pressByKeyboard(page, order.locator("summary", { hasText: "Refund" }));
  await type(page, "Amount in pounds", "10.50");
  await type(page, "Reason", "One bag was torn");
  await pressByKeyboard(page, order.getByRole("button", { name: "Refund £10.50" }));
  await expect(order.getByText("£10.50 of £21.00 refunded")).toBeVisible();
  expect(await ordersOf(request, email)).toMatchObject([{ totalAmount: 21, status: "completed" }]);
});

test("too little stock is reported beside its line, nothing is lost, and a found customer pays on account", async ({
  page,
}) => {
  await signInAsManager(page, "/shop-manager?new=order");
  const dialog = page.getByRole("dialog", { name: "Create Order" });
  await choose(page, "Find a customer", "customer@example.com");
  await expect(dialog.getByText(/^The order goes to the account of/)).toBeVisible();
  await expect(dialog.getByLabel(/^Email/)).toHaveValue("customer@example.com");
  await pressByKeyboard(page, dialog.getByRole("button", { name: "Somebody else" }));
  await expect(dialog.getByRole("group", { name: "Customer" })).toBeFocused();
  await choose(page, "Find a customer", "customer@example.com");
  await type(page, "Address", "4 Test Lane, Ludlow, SY8 1AA");
  await choose(page, "Add a product", "premium biochar");
  await pressByKeyboard(page, dialog.getByRole("button", { name: "Remove Premium Biochar" }));
  await expect(dialog.getByRole("group", { name: "Products" })).toBeFocused();
  await choose(page, "Add a product", "premium biochar");
  await type(page, "Quantity of Premium Biochar", "9999");
  await dialog.getByLabel("Payment method").selectOption("account");
  await dialog.getByRole("button", { name: "Create Order" }).click();
  await expect(dialog.getByText(/^Only \d+ of Premium Biochar are left\.$/).first()).toBeVisible();
  await expect(dialog.getByLabel("Quantity of Premium Biochar")).toHaveValue("9999");
  await expect(page.getByText("Failed to create order").first()).toBeVisible();
  await dialog.getByLabel("Quantity of Premium Biochar").fill("1");
  await dialog.getByRole("button", { name: "Create Order" }).dblclick();
  const order = page.getByRole("dialog", { name: /^Order INV-/ });
  await expect(order.getByText("pending").first()).toBeVisible();
  await order.locator("summary", { hasText: "Record payment" }).click();
  await order.getByRole("button", { name: "The money has come" }).click();
  await expect(order.getByText("processing").first()).toBeVisible();
  await expect(order.getByText("Payment received on account")).toBeVisible();
});
