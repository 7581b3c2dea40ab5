import { expect, type Locator, test } from "playwright/test";
import { javaScriptIsOn, settled, uniqueEmail } from "../support/shop.ts";
import { ordersOf, signInAsStaff } from "../support/staff.ts";

/** A separate paid order, taken at the counter by the administrator. */
async function anOrder(
  request: Parameters<typeof ordersOf>[0],
): Promise<{ id: number; invoiceNumber: string }> {
  const customerEmail = uniqueEmail();
  await ordersOf(request, customerEmail);
  const data = {
    customerName: "Petra Parcel",
    customerEmail,
    customerAddress: "7 Packing Yard, Ludlow, SY8 1AA, United Kingdom",
    items: [{ productId: 8, quantity: 2 }],
    paymentMethod: "cash",
  };
  const response = await request.post("/api/shop/orders", { data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

async function dispatch(
  order: Locator,
  { number, units }: { number: string; units?: string },
): Promise<void> {
  const form = order.locator("details", { has: order.page().locator("summary", { hasText: "Dispatch" }) });
  if ((await form.getAttribute("open")) === null) await form.locator("summary").click();
  await form.getByLabel("Carrier").fill("Royal Mail");
  await form.getByLabel("Tracking number").fill(number);
  const fields = form.getByRole("spinbutton");
  if (units !== undefined) await fields.fill(units);
  // A single unit is not asked for.
  else await expect(fields).toHaveCount(0);
  await form.getByRole("button", { name: "Dispatch and email the customer" }).click();
}

test("a packer finds an order, sees what goes where and no money, and dispatches it in two parcels", async ({
  page,
  playwright,
  baseURL,
}) => {
  const office = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { id, invoiceNumber } = await anOrder(office);
  await office.dispose();

  const path = `/admin?tab=orders&view=all&search=${invoiceNumber}`;
  await signInAsStaff(page, "packer@example.com", path);
  const main = page.locator("main");
  await expect(main.getByText("Petra Parcel").first()).toBeVisible();
  await expect(main).not.toContainText("£");
  await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link")).toHaveText(["Orders"]);
  for (const name of ["Download CSV", "Store Settings", "Shop Manager"]) {
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }
  await expect(page.getByLabel("Sort").locator("option")).toHaveText(["Newest first", "Oldest first"]);

  await page.getByRole("button", { name: /View Details/ }).click();
  await page.waitForURL(new RegExp(`order=${id}`));
  await settled(page);
  const order = page.getByRole(javaScriptIsOn() ? "dialog" : "article");
  await expect(order.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(order.getByRole("table", { name: `Items of ${invoiceNumber}` })).toContainText("Product ID 8");
  await expect(order).not.toContainText("£");
  await expect(order.getByRole("link", { name: "Invoice" })).toHaveCount(0);
  await expect(order.locator("summary")).toHaveText(["Dispatch"]);

  // More than there is of it: said at the field, and what was typed stays.
  await dispatch(order, { number: "AB1", units: "3" });
  await expect(order.getByText(/^Only 2 of .* are left to be sent\.$/).first()).toBeVisible();
  await expect(order.getByLabel("Tracking number")).toHaveValue("AB1");
  await dispatch(order, { number: "AB1", units: "1" });
  await expect(order.getByText(/^Still to be sent: 1 × /)).toBeVisible();
  await expect(order.getByText(/^Parcel 1 dispatched with Royal Mail, tracking number AB1/)).toBeVisible();
  await dispatch(order, { number: "AB2" });
  await expect(order.getByText(/^Parcel 2 dispatched with Royal Mail/)).toBeVisible();
  await expect(order.getByText("Still to be sent")).toHaveCount(0);
  await expect(order).not.toContainText("£");

  const addresses = [
    "/admin/orders.csv",
    "/admin/vat.csv",
    "/admin/users",
    "/shop-manager",
    "/api/admin/orders",
  ];
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(403);
  expect((await page.request.get(`/orders/${invoiceNumber}/invoice`)).status()).toBe(404);
});

test("a packer prints the slips of two orders, and sends both at once", async ({
  page,
  playwright,
  baseURL,
}) => {
  const office = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const orders = [await anOrder(office), await anOrder(office)];
  await office.dispose();
  await signInAsStaff(page, "packer@example.com", "/admin/packing");
  const desk = page.getByRole("form", { name: "Dispatch" });
  await expect(page.getByRole("heading", { name: "Packing", exact: true })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("£");
  await expect(page.getByRole("table", { name: "Units to fetch, by product" })).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  for (const { invoiceNumber } of orders) {
    await page.getByRole("checkbox", { name: `Papers of ${invoiceNumber}` }).check();
  }
  await page.getByRole("button", { name: "Packing slips" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  for (const { invoiceNumber } of orders) {
    await expect(page.getByRole("heading", { name: `Packing slip ${invoiceNumber}` })).toBeVisible();
  }
  await page.getByRole("link", { name: "Packing" }).first().click();
  await settled(page);

  await desk.getByLabel("Carrier").fill("");
  await desk.getByLabel(`Tracking number of ${orders[0]?.invoiceNumber}`).fill("PK1");
  await desk.getByLabel(`Tracking number of ${orders[1]?.invoiceNumber}`).fill("PK2");
  const send = desk.getByRole("button", { name: "Dispatch all with a tracking number" });
  await send.click();
  await expect(desk.getByText("Carrier is required")).toBeVisible();
  await expect(desk.getByLabel(`Tracking number of ${orders[0]?.invoiceNumber}`)).toHaveValue("PK1");
  await desk.getByLabel("Carrier").fill("Parcelforce");
  await send.click();
  await expect(page.getByText("2 orders dispatched").first()).toBeVisible();
  for (const { invoiceNumber } of orders) await expect(desk.getByText(invoiceNumber)).toHaveCount(0);
});
