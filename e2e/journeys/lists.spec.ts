import { expect, type Locator, type Page, test } from "playwright/test";
import { hydrated, readPage, uniqueWord, visit } from "../support/shop.ts";
import {
  archiveProduct,
  makeOrder,
  makeProduct,
  newStaff,
  office,
  openAs,
  signInAsAdministrator,
  signInAsManager,
  twoOrders,
} from "../support/staff.ts";

test("a manager selects orders, prints their slips, completes them, and is told what each did", async ({
  page,
  request,
}) => {
  const { email, numbers } = await twoOrders(request);
  const [first = "", second = ""] = numbers;
  const list = `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`;
  await signInAsManager(page, list);
  const main = page.locator("main");
  const box = (number: string) => main.getByRole("checkbox", { name: `Select ${number}` });

  await page.keyboard.press("j");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(main.getByText("2 selected")).toBeVisible();
  await main.getByRole("button", { name: "Packing slips" }).click();
  await expect(page.getByText("2 sheets of A4")).toBeVisible();

  await page.goto(list);
  await hydrated(page);
  await box(first).check();
  await main.getByRole("button", { name: "Mark completed" }).click();
  await expect(page.getByText("1 order completed").first()).toBeVisible();
  await hydrated(page);

  // One of these is completed by now: the other is done all the same, and both are told.
  for (const number of numbers) await box(number).check();
  await main.getByRole("button", { name: "Mark completed" }).click();
  await expect(main.getByText(`One was not completed. Done: ${second}.`)).toBeVisible();
  await expect(main.getByText(`${first}: `)).toContainText("completed now");
});

test("a heading sorts the orders by their index, the other way with the next press", async ({ request }) => {
  const staff = await office(request);
  let path = "/admin?tab=orders&view=all";
  for (const [sort, direction] of [
    ["highest", "descending"],
    ["lowest", "ascending"],
  ] as const) {
    path = (await readPage(staff, path)).linkTo("Total") ?? "";
    expect(path).toContain(`sort=${sort}`);
    expect(await (await staff.get(path)).text()).toMatch(new RegExp(`<th[^>]* aria-sort="${direction}"`));
  }
});

test("prices and stock are changed where they stand", async ({ page, request }) => {
  const { id, name } = await makeProduct(request, "Cell Biochar");
  await signInAsAdministrator(page, `/admin?tab=products&search=${encodeURIComponent(name)}`);
  const row = page.locator("main tbody tr").first();
  const price = row.getByRole("button", { name: /^Change the (sale )?price/ });
  const stock = row.getByRole("button", { name: /^Change the stock/ });
  const before = "£20.00";
  const { keyboard } = page;

  await page.locator("#main").focus();
  await keyboard.press("j");
  await keyboard.press("e");
  await expect(row.getByRole("textbox")).toBeFocused();
  await keyboard.type("nonsense");
  await keyboard.press("Enter");
  await expect(row.getByRole("alert")).toBeVisible();
  await expect(row.getByRole("textbox")).toHaveValue("nonsense");
  await keyboard.press("Escape");
  await expect(price).toBeFocused();
  await expect(price).toHaveText(before);

  await keyboard.press("Enter");
  await expect(row.getByRole("textbox")).toBeFocused();
  let readList = () => {};
  const mayRead = new Promise<void>((resolve) => {
    readList = resolve;
  });
  await page.route(/\/products\.list/, async (route) => {
    await mayRead;
    await route.continue();
  });
  await keyboard.type("12.34");
  await keyboard.press("Enter");
  // It stays as it was typed until the list says the same.
  await expect(page.getByText("Product updated").first()).toBeVisible();
  await expect(row.getByRole("textbox")).toHaveValue("12.34");
  readList();
  await expect(price).toHaveText("£12.34");
  await expect(price).toBeFocused();
  await expect(row.getByText("Saved")).toBeAttached();

  await keyboard.press("ArrowRight");
  await expect(stock).toBeFocused();
  await keyboard.press("ArrowLeft");
  await expect(price).toBeFocused();

  // Anyone who goes elsewhere stays there.
  await stock.click();
  await expect(row.getByRole("textbox")).toBeFocused();
  const search = page.getByLabel("Search products");
  await search.click();
  await expect(stock).toBeVisible();
  await expect(search).toBeFocused();
  await archiveProduct(request, id);
});

test("an order that somebody else takes shows up in the list and on Today, and focus stays", async ({
  page,
  request,
}) => {
  // Who signs out at the end.
  await openAs(page, await newStaff(request, "packer"), "/admin/today");
  await hydrated(page);
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

  // Anyone who signs out is told nothing any more.
  const stream = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/admin/events"));
  await page.request.post("/logout");
  await stream;
  expect((await page.request.get("/admin/events")).status()).toBe(401);
});

test("lists whose stream was refused are live again with the next page", async ({ page, request }) => {
  await page.route("**/admin/events", (route) => route.fulfill({ status: 502 }));
  const refused = page.waitForResponse("**/admin/events");
  await openAs(page, await newStaff(request, "packer"), "/admin/today");
  await refused;
  await page.unroute("**/admin/events");
  const streamed = page.waitForResponse("**/admin/events");
  await page
    .getByRole("navigation", { name: "Workplace" })
    .getByRole("link", { name: "Orders", exact: true })
    .click();
  expect((await streamed).status()).toBe(200);
});

/** Ticks every row that is shown, and does this to all of them. */
async function toAllShown(page: Page, button: string): Promise<Locator> {
  await hydrated(page);
  for (const box of await page.getByRole("checkbox", { name: /^Select (?!all)/ }).all()) await box.check();
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.locator("body");
}

test("staff suspend two users together, whose sessions end, and let them in again", async ({
  page,
  request,
}) => {
  const name = `Pair ${uniqueWord()}`;
  const people = [await newStaff(request, "packer", name), await newStaff(request, "packer", name)];
  const mayEnter = () =>
    Promise.all(people.map(async ({ office }) => (await office.get("/api/auth/user")).ok()));
  expect(await mayEnter()).toEqual([true, true]);

  await signInAsAdministrator(page, `/admin/users?search=${encodeURIComponent(name)}`);
  await expect(await toAllShown(page, "Suspend")).toContainText("2 users suspended");
  expect(await mayEnter()).toEqual([false, false]);
  await expect(await toAllShown(page, "Activate")).toContainText("2 users activated");
});

test("staff send the mails of an order again, and are told what each did", async ({ page, request }) => {
  const { email } = await twoOrders(request);
  await signInAsAdministrator(page, `/admin?tab=emails&recipient=${encodeURIComponent(email)}`);
  const rows = await page.locator("main tbody tr").count();
  expect(rows).toBeGreaterThan(0);
  await expect(await toAllShown(page, "Send again")).toContainText(/\d+ emails? being sent again/);
});
