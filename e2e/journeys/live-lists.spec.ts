import { expect, test } from "playwright/test";
import { settled, uniqueEmail, visit } from "../support/shop.ts";
import { becomeAdministrator, signInAsStaff } from "../support/staff.ts";

test("an order that somebody else takes shows up in the list and on Today, and focus stays", async ({
  page,
  playwright,
  baseURL,
}) => {
  await signInAsStaff(page, "packer@example.com", "/admin/today");
  await settled(page);
  const streamed = page.waitForResponse((response) => response.url().endsWith("/admin/events"));
  await visit(page, "/admin?tab=orders");
  await streamed;
  const all = page.getByRole("link", { name: "All orders" });
  await all.focus();

  const counter = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await becomeAdministrator(counter);
  const data = {
    customerName: "Lena Live",
    customerEmail: uniqueEmail(),
    customerAddress: "7 Packing Yard, Ludlow, SY8 1AA, United Kingdom",
    items: [{ productId: 8, quantity: 1 }],
    paymentMethod: "cash",
  };
  const order = async (): Promise<string> => {
    const response = await counter.post("/api/shop/orders", { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { invoiceNumber: string }).invoiceNumber;
  };
  await expect(page.getByText(await order()).first()).toBeVisible();
  await expect(all).toBeFocused();

  await visit(page, "/admin/today");
  const waiting = page.getByRole("region", { name: "To pack" }).getByRole("link", { name: /to pack$/ });
  const before = await waiting.innerText();
  await order();
  await expect(waiting).not.toHaveText(before);

  // Whoever signs out is told nothing any more.
  const stream = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/admin/events"));
  await page.request.post("/logout");
  await stream;
  expect((await page.request.get("/admin/events")).status()).toBe(401);
  await counter.dispose();
});
