import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { settled, uniqueEmail } from "../support/shop.ts";
import { makeFamily, makeOrder, signInAsAdministrator } from "../support/staff.ts";

test.describe.configure({ timeout: 120_000 });

/** What a caller says, by which one order is found: nobody else in the journeys has any of it. */
const SURNAME = "Quillfeather";
const TELEPHONE = "01989 555 217";
const POSTCODE = "HR9 7QX";

/** An order of two bags. */
async function anOrder(request: APIRequestContext): Promise<string> {
  const order = await makeOrder(request, {
    customerName: `Rowan ${SURNAME}`,
    customerPhone: TELEPHONE,
    customerAddress: `12 Hedge End, Ross-on-Wye, ${POSTCODE}, United Kingdom`,
  });
  return order.invoiceNumber;
}

/** Presses keys and counts them: a key of its own is one press, a typed text as many as it has letters. */
function countingKeyboard(page: Page) {
  const did: { task: string; presses: number; letters: number; seconds: number }[] = [];
  let presses = 0;
  let letters = 0;
  let since = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      letters += text.length;
    },
    begin: () => {
      [presses, letters, since] = [0, 0, Date.now()];
    },
    end: (task: string) => {
      did.push({ task, presses, letters, seconds: Math.round((Date.now() - since) / 100) / 10 });
    },
    report: () => did.map(({ task, ...figures }) => `${task}: ${JSON.stringify(figures)}`).join("\n"),
  };
}

test("a day at the desk by keyboard alone: today, a caller's order, its dispatch and refund, an answer, a price @deep", async ({
  page,
  request,
}) => {
  const invoiceNumber = await anOrder(request);
  const name = `Zetland Char ${uniqueEmail().slice(-20, -12)}`;
  const product = await makeFamily(request, name);
  const asker = uniqueEmail();
  const enquiry = {
    name: "Erik Yell",
    email: asker,
    subject: "Char for kale",
    message: "How much for ten rows?",
  };
  expect((await request.post("/api/contact", { data: enquiry })).ok()).toBe(true);

  await signInAsAdministrator(page);
  const main = page.locator("main");
  const find = page.getByRole("dialog", { name: "Find" });
  const keys = countingKeyboard(page);
  /** Types into the search of everything and opens what is found first. */
  const findFirst = async (text: string) => {
    await keys.press("/");
    await expect(find.getByRole("combobox")).toBeFocused();
    await keys.type(text);
    await expect(find.getByRole("option").first()).toBeVisible();
  };

  keys.begin();
  await keys.press("g", "t");
  await page.waitForURL("/admin/today");
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await settled(page);
  keys.end("today’s takings");

  for (const [what, said] of [
    ["surname", SURNAME],
    // As a caller says it, without the spaces.
    ["telephone number", TELEPHONE.replaceAll(" ", "")],
    ["postcode", POSTCODE],
  ] as const) {
    await page.goto("/admin/today");
    await settled(page);
    keys.begin();
    await findFirst(said);
    await expect(find.getByRole("option", { name: new RegExp(invoiceNumber) })).toBeVisible();
    await keys.press("Enter");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Order ${invoiceNumber}`);
    await settled(page);
    keys.end(`find an order by the caller’s ${what}`);
  }

  keys.begin();
  await keys.press("d");
  await expect(main.getByLabel("Carrier")).toBeFocused();
  await keys.type("DPD");
  await keys.press("Tab");
  await keys.type("15501234567890");
  await keys.press("Control+Enter");
  await expect(page.getByText("Order dispatched").first()).toBeVisible();
  keys.end("dispatch it");

  keys.begin();
  await keys.press("r");
  await expect(main.getByLabel(/: how many of 2, at £/)).toBeFocused();
  await keys.press("ArrowUp");
  const reason = main.getByLabel("Reason");
  for (
    let stops = 0;
    stops < 6 && !(await reason.evaluate((field) => field === document.activeElement));
    stops += 1
  ) {
    await keys.press("Tab");
  }
  await keys.type("One bag was torn");
  await keys.press("Control+Enter");
  await expect(main.getByText(/^£\d+\.\d\d of £\d+\.\d\d refunded/).first()).toBeVisible();
  keys.end("refund one of two bags");

  keys.begin();
  await findFirst(asker);
  await keys.press("Enter");
  await page.waitForURL(/tab=enquiries/);
  await settled(page);
  const row = page.getByRole("article", { name: enquiry.subject });
  await expect(row).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await keys.press("j");
  await expect(main.locator("li[data-row]:focus")).toBeVisible();
  await keys.press("Enter");
  await expect(row.locator("textarea")).toBeFocused();
  await keys.type("Dear Erik, three kilograms.");
  await keys.press("Control+Enter");
  await expect(row.getByText("three kilograms.").first()).toBeVisible();
  await expect(row.getByText("Not answered")).toHaveCount(0);
  keys.end("answer an enquiry");

  keys.begin();
  await keys.press("g", "p");
  await page.waitForURL(/tab=products/);
  await settled(page);
  const search = main.getByRole("search", { name: "Products" }).getByRole("searchbox");
  await expect(search).toBeVisible();
  await keys.press("f");
  await expect(search).toBeFocused();
  await keys.type(name);
  await keys.press("Enter");
  await page.waitForURL(/search=/);
  await settled(page);
  await expect(main.getByRole("row", { name: new RegExp(name) })).toHaveCount(2);
  // Past the search's field, wherever the focus is after it, so that a letter is a key again.
  await keys.press("Tab", "Tab", "j");
  await expect(main.locator("tr[data-row]:focus")).toBeVisible();
  await keys.press("e");
  const price = page.getByLabel(new RegExp(`^price of ${name}`));
  await expect(price).toBeFocused();
  await keys.type("6.40");
  await keys.press("Enter");
  await expect(page.getByText(/Price £\d+\.\d\d → £6\.40/).first()).toBeVisible();
  keys.end("change a price");

  await product.archive();
  test.info().annotations.push({ type: "presses", description: keys.report() });
  if (process.env.SHOW_PRESSES) console.log(keys.report());
});
