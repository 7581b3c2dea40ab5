import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Locator, test } from "playwright/test";
import { hydrated, uniqueEmail, visit } from "../support/shop.ts";
import {
  archiveProduct,
  changeProduct,
  makeOrder,
  makeProduct,
  office,
  signInAsAdministrator,
  signInAsPacker,
} from "../support/staff.ts";

/** Two batches of a product that has no other; the code of the newer one. */
async function twoBatches(request: APIRequestContext, productId: number): Promise<string> {
  const unique = uniqueEmail().split("@")[0]?.slice(-8).toUpperCase();
  const batches = { OLD: "2025-09-02", NEW: "2025-10-02" };
  for (const [name, madeOn] of Object.entries(batches)) {
    const made = { code: `${name}-${unique}`, productId, madeOn, feedstock: "Hazel coppice" };
    const data = { ...made, kilnCelsius: 560, kilogramsMade: 500 };
    const response = await (await office(request)).post("/api/admin/batches", { data });
    expect(response.ok(), await response.text()).toBe(true);
  }
  return `NEW-${unique}`;
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

test("a packer finds an order, sees what goes where and no money, and dispatches it in two parcels @phone", async ({
  page,
  request,
}) => {
  const { id, invoiceNumber } = await makeOrder(request);

  const path = `/admin?tab=orders&view=all&search=${invoiceNumber}`;
  await signInAsPacker(page, path);
  const main = page.locator("main");
  await expect(main.getByText("Petra Parcel").first()).toBeVisible();
  await expect(main).not.toContainText("£");
  const links = await page.getByRole("navigation", { name: "Workplace" }).getByRole("link").allInnerTexts();
  expect(links.filter((label) => !/^(Today|Orders|Search|Packing|Batches)/.test(label))).toEqual([]);
  for (const name of ["Download CSV", "Store Settings", "Shop Manager"]) {
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }
  await expect(page.getByLabel("Sort").locator("option")).toHaveText(["Newest first", "Oldest first"]);

  await page.getByRole("button", { name: /View Details/ }).click();
  await page.waitForURL(new RegExp(`order=${id}`));
  await hydrated(page);
  const order = page.getByRole("dialog");
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
});

test("a packer prints the slips of two orders, and sends both at once @phone", async ({ page, request }) => {
  const orders = [await makeOrder(request), await makeOrder(request)];
  // Others wait as well, and come and go.
  const list = `/admin/packing?${orders.map(({ id }) => `order=${id}`).join("&")}`;
  await signInAsPacker(page, list);
  const desk = page.getByRole("form", { name: "Dispatch" });
  await expect(page.getByRole("heading", { name: "Packing", exact: true })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("£");
  await expect(page.getByRole("table", { name: "Units to fetch, by product" })).toBeVisible();
  for (const { invoiceNumber } of orders) {
    await expect(page.getByRole("checkbox", { name: `Papers of ${invoiceNumber}` })).toBeChecked();
  }
  await page.getByRole("button", { name: "Packing slips" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  for (const { invoiceNumber } of orders) {
    await expect(page.getByRole("heading", { name: `Packing slip ${invoiceNumber}` })).toBeVisible();
  }
  await visit(page, list);
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

test("a packer packs on the phone in two parcels, and the next order comes by itself @phone", async ({
  page,
  request,
}) => {
  const { id, invoiceNumber } = await makeOrder(request);
  await signInAsPacker(page, `/admin/packing/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: invoiceNumber })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("£");
  const bench = page.getByRole("form", { name: `Pack ${invoiceNumber}` });
  const send = bench.getByRole("button", { name: "Dispatch what is packed" });
  // Within reach of a thumb without scrolling, however long the order is.
  await expect(send).toBeInViewport();

  await bench.getByText("Evri").click();
  await bench.getByLabel("Tracking number").fill("EV1");
  await send.click();
  await expect(bench.getByText("Tick what is packed.").last()).toBeVisible();
  await expect(bench.getByLabel("Tracking number")).toHaveValue("EV1");
  await bench.getByRole("checkbox").check();
  await bench.getByRole("spinbutton").fill("1");
  await bench.getByLabel("Weight with packaging").fill("850");
  await bench.getByLabel("Unit").selectOption("g");
  await send.click();
  await expect(page.getByText("850 g, sent")).toBeVisible();
  const link = page.getByRole("link", { name: "EV1" });
  await expect(link).toHaveAttribute("href", "https://www.evri.com/track/parcel/EV1");

  await hydrated(page);
  await bench.getByText("Another").click();
  await bench.getByLabel("Name of the carrier").fill("Our own van");
  await bench.getByRole("checkbox").check();
  await bench.getByLabel("Tracking number").fill("VAN-7");
  await send.click();
  await page.waitForURL(new RegExp(`/admin/packing(/(?!${id}$)\\d+)?$`));
  await expect(page.getByText("Order dispatched").first()).toBeVisible();
  await page.goto(`/admin/packing/${id}`);
  await expect(page.getByText("Our own van VAN-7")).toBeVisible();
  await expect(page.getByText("Nothing of this order waits to be packed")).toBeVisible();
});

test("a parcel packed from another batch has a delivery note with the batch, its class and its QR code", async ({
  page,
  request,
}) => {
  const product = await makeProduct(request, "Noted Char");
  await changeProduct(request, product.id, { netGrams: 5000 });
  const code = await twoBatches(request, product.id);
  const { id, invoiceNumber } = await makeOrder(request, { items: [{ productId: product.id, quantity: 1 }] });

  await signInAsAdministrator(page, `/admin/batches/${code}`);
  const form = page.getByRole("form", { name: "Save the certificate" });
  await form.getByLabel("Number of the certificate").fill("EX-17");
  await form.getByRole("button").click();
  await expect(form.getByText("A number needs a class")).toBeVisible();
  await expect(form.getByLabel("Number of the certificate")).toHaveValue("EX-17");
  await form.getByLabel("Class").selectOption("EBC-Agro");
  await form.getByRole("button").click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();

  await visit(page, `/admin/packing/${id}`);
  const bench = page.getByRole("form", { name: `Pack ${invoiceNumber}` });
  await bench.getByRole("checkbox").check();
  const choice = bench.getByLabel(/^Batch of /);
  await expect(choice).toHaveAccessibleDescription(/print the delivery note again/);
  await choice.selectOption(code);
  await bench.getByText("Evri").click();
  await bench.getByLabel("Tracking number").fill("EV-NOTE");
  await bench.getByRole("button", { name: "Dispatch what is packed" }).click();
  await expect(page.getByText("Order dispatched").first()).toBeVisible();

  await visit(page, `/admin/orders/${id}`);
  await page.getByRole("link", { name: "Delivery note of parcel 1" }).click();
  const note = page.getByRole("article");
  await expect(note.getByRole("heading", { name: `Delivery note ${invoiceNumber}` })).toBeVisible();
  await expect(note).toContainText(`1 from batch ${code}: EBC-Agro, number EX-17`);
  await expect(note).toContainText("Evri EV-NOTE");
  await expect(note.getByRole("img", { name: new RegExp(`/batches/${code}$`) })).toBeVisible();
  await expect(note).not.toContainText("£");
  await archiveProduct(request, product.id);
});

test("ten orders go out with the numbers of a carrier's file in five clicks", async ({ page, request }) => {
  const items = [{ productId: 6, quantity: 1 }];
  const orders = await Promise.all(Array.from({ length: 10 }, () => makeOrder(request, { items })));
  await signInAsPacker(page, "/admin/packing");
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };

  const download = page.waitForEvent("download");
  await click(page.getByRole("button", { name: "Click & Drop (CSV)" }));
  const exported = await readFile(await (await download).path(), "utf8");
  expect(exported).toMatch(/^\uFEFFOrder reference,.+\r\n(INV-\d+.*\r\n)+$/);
  // Click & Drop makes the labels, and exports the parcels with the numbers that it gave them.
  const unique = Date.now().toString(36).toUpperCase();
  const rows = orders.map(({ invoiceNumber }, index) => `${invoiceNumber},TPN24,RM${unique}${index}GB`);
  const file = ["Order reference,Service code,Tracking number", ...rows, "INV-1000000000009,TPN24,XX"].join(
    "\r\n",
  );

  await click(page.getByRole("link", { name: "Read tracking numbers" }));
  await hydrated(page);
  clicks += 1;
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "despatched.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await click(page.getByRole("button", { name: "Read the file" }));
  await expect(page.getByRole("heading", { name: "10 orders would go out" })).toBeVisible();
  await expect(page.getByText("No order has this number.")).toBeVisible();
  await hydrated(page);
  await click(page.getByRole("button", { name: "Dispatch 10 orders" }));
  await expect(page.getByText("10 orders dispatched").first()).toBeVisible();
  // At a desk of before it took sixty.
  expect(clicks).toBe(5);
  for (const { invoiceNumber } of orders)
    await expect(page.getByText(invoiceNumber, { exact: true })).toHaveCount(0);
});

test("a second file of tracking numbers begins with its own carrier, and without the refusal of the first", async ({
  page,
  request,
}) => {
  const { invoiceNumber } = await makeOrder(request);
  await signInAsPacker(page, "/admin/packing/tracking");
  const read = async (carrier: string) => {
    await page
      .getByLabel("Or its rows, with their header")
      .fill(`Order reference,Tracking number,Carrier\n${invoiceNumber},TN1,${carrier}`);
    await page.getByRole("button", { name: "Read the file" }).click();
  };
  const desk = page.getByRole("form", { name: "Dispatch" });
  await read("DPD");
  await expect(desk.getByRole("radio", { name: "DPD" })).toBeChecked();
  await desk.getByText("Another").click();
  await desk.getByRole("button", { name: "Dispatch 1 order" }).click();
  await expect(desk.getByText("Carrier is required").first()).toBeVisible();

  await read("Evri");
  await expect(desk.getByRole("radio", { name: "Evri" })).toBeChecked();
  await expect(desk.getByText("Carrier is required")).toHaveCount(0);
});

test("whoever ticks everything has the weight of everything, and keeps what was typed", async ({
  page,
  request,
}) => {
  const bags = [await makeProduct(request, "Weighed Char"), await makeProduct(request, "Weighed Char")];
  for (const [index, { id }] of bags.entries()) {
    await changeProduct(request, id, { netGrams: 1000, grossGrams: 1250 + 250 * index });
  }
  const items = bags.map(({ id }) => ({ productId: id, quantity: 1 }));
  const { id, invoiceNumber } = await makeOrder(request, { items });
  await signInAsPacker(page, `/admin/packing/${id}`);
  const bench = page.getByRole("form", { name: `Pack ${invoiceNumber}` });
  const weight = bench.getByLabel("Weight with packaging");
  await expect(weight).toHaveValue("2.75");
  await bench.getByLabel("Tracking number").fill("EV-ALL");
  await bench.getByRole("checkbox").first().check();
  await expect(weight).toHaveValue(/^1\.(25|5)$/);
  await bench.getByRole("link", { name: "Tick everything" }).click();
  await expect(bench.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(weight).toHaveValue("2.75");
  await expect(bench.getByRole("link", { name: "Tick everything" })).toBeHidden();
  await expect(bench.getByLabel("Tracking number")).toHaveValue("EV-ALL");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const bag of bags) await archiveProduct(request, bag.id);
});
