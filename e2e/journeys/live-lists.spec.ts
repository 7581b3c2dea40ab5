import { expect, test } from "playwright/test";
import { settled, visit } from "../support/shop.ts";
import { makeOrder, newStaff, openAs } from "../support/staff.ts";

test("an order that somebody else takes shows up in the list and on Today, and focus stays", async ({
  page,
  request,
}) => {
  // Who signs out at the end.
  await openAs(page, await newStaff(request, "packer"), "/admin/today");
  await settled(page);
  const streamed = page.waitForResponse((response) => response.url().endsWith("/admin/events"));
  await visit(page, "/admin?tab=orders");
  await streamed;
  const all = page.getByRole("link", { name: "All orders" });
  await all.focus();

  await expect(page.getByText((await makeOrder(request)).invoiceNumber).first()).toBeVisible();
  await expect(all).toBeFocused();

  await visit(page, "/admin/today");
  const waiting = page.getByRole("region", { name: "To pack" }).getByRole("link", { name: /to pack$/ });
  const before = await waiting.innerText();
  await makeOrder(request);
  await expect(waiting).not.toHaveText(before);

  // Whoever signs out is told nothing any more.
  const stream = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/admin/events"));
  await page.request.post("/logout");
  await stream;
  expect((await page.request.get("/admin/events")).status()).toBe(401);
});
