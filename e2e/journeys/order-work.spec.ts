import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { mailedLink } from "../support/accounts.ts";
import { confirmationShown, pay } from "../support/payment.ts";
import {
  cards,
  fillCart,
  fillDetails,
  goToCheckout,
  javaScriptIsOn,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { ordersOf, signInAsAdministrator } from "../support/staff.ts";

test.describe.configure({ timeout: 120_000 });

/** How staff see an order: in a dialog, or in the page without JavaScript. */
function orderShown(page: Page): Locator {
  return page.getByRole(javaScriptIsOn() ? "dialog" : "article");
}

/** Opens one of the order's forms, fills it in and submits it: by keyboard, or as a plain form without JavaScript. */
async function work(page: Page, title: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  const details = orderShown(page).locator("details", { has: page.locator("summary", { hasText: title }) });
  const summary = details.locator("summary");
  if (javaScriptIsOn()) await summary.press("Enter");
  else await summary.click();
  await fill(details.locator("form"));
  const button = details.locator("form button");
  if (javaScriptIsOn()) await button.press("Enter");
  else await button.click();
}

test("staff complete, dispatch and refund an order in part; the guest sees it all from the mailed link", async ({
  page,
  browser,
  request,
}) => {
  const email = uniqueEmail();
  await fillCart(page, "biochar-compost-mix", 3);
  await goToCheckout(page);
  await fillDetails(page, email);
  await pay(page, cards.good);
  await confirmationShown(page, email);
  const [order] = await ordersOf(request, email);

  const staffContext = await browser.newContext();
  const staff = await staffContext.newPage();
  await signInAsAdministrator(staff);
  await visit(staff, `/admin?tab=orders&order=${order?.id}`);
  await work(staff, "Change status", async (form) => {
    await form.locator('select[name="to"]').selectOption("completed");
    await form.locator('input[name="note"]').fill("Packed with straw");
  });
  await expect(staff.getByText("Order updated").first()).toBeVisible();
  await work(staff, "Dispatch", async (form) => {
    await form.locator('input[name="carrier"]').fill("Royal Mail");
    await form.locator('input[name="trackingNumber"]').fill("RM123456785GB");
  });
  await expect(staff.getByText("Order dispatched").first()).toBeVisible();
  await work(staff, "Refund", async (form) => {
    // The amount follows the units until somebody types another one.
    await form.locator('input[name="units[0].quantity"]').fill("1");
    await form.locator('input[name="amount"]').fill("11.95");
    await form.locator('input[name="reason"]').fill("One bag was torn");
  });
  await expect(staff.getByText("Refund made").first()).toBeVisible();
  await expect(orderShown(staff).getByText("£11.95 of £46.84 refunded")).toBeVisible();
  await staffContext.close();

  const link = await mailedLink(page, email, /on its way/, /order-confirmation\?t=[\w.-]+/);
  // Another browser: the signed link alone opens the order.
  const elsewhere = await (await browser.newContext()).newPage();
  await visit(elsewhere, link);
  for (const event of [
    /Packed with straw/,
    /Dispatched with Royal Mail, tracking number RM123456785GB/,
    /Refunded £11\.95: One bag was torn/,
  ]) {
    await expect(elsewhere.getByRole("region", { name: "Timeline" }).getByText(event)).toBeVisible();
  }
  if (javaScriptIsOn()) await expectAccessible(elsewhere, "the page of an order");
  await elsewhere.getByRole("button", { name: "Send the confirmation again" }).click();
  await expect(elsewhere.getByText("Confirmation sent").first()).toBeVisible();
  await elsewhere.getByRole("link", { name: /^Credit note OXB-CN-/ }).click();
  const note = elsewhere.getByRole("article");
  await expect(note.getByRole("heading", { level: 1, name: /credit note/i })).toBeVisible();
  await expect(note.getByText("One bag was torn")).toBeVisible();
  await expect(note.getByText("Biochar Compost Mix").filter({ visible: true })).toHaveCount(1);
  const [download] = await Promise.all([
    elsewhere.waitForEvent("download"),
    elsewhere.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^credit-note-OXB-CN-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await elsewhere.context().close();
});
