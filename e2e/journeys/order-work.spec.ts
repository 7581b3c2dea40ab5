import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "playwright/test";
import { mailedLink } from "../support/accounts.ts";
import { visit } from "../support/shop.ts";
import { ordersOf, signInAsAdministrator } from "../support/staff.ts";
import { buyByCard } from "../support/viewers.ts";

test.describe.configure({ timeout: 120_000 });

const COMPOST_MIX = "2";

/** Opens one of the order's forms, fills it in and submits it, by keyboard. */
async function work(page: Page, title: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  const details = page
    .getByRole("dialog")
    .locator("details", { has: page.locator("summary", { hasText: title }) });
  const summary = details.locator("summary");
  await summary.press("Enter");
  await fill(details.locator("form"));
  await details.locator("form button").press("Enter");
}

test("staff dispatch and refund an order in part; the guest sees it all from the mailed link", async ({
  page,
  browser,
  request,
}) => {
  const { email } = await buyByCard(request, COMPOST_MIX, "3");
  const [order] = await ordersOf(request, email);

  const staff = await browser.newPage();
  await signInAsAdministrator(staff, `/admin?tab=orders&order=${order?.id}`);
  await work(staff, "Dispatch", async (form) => {
    await form.locator('input[name="carrier"]').fill("Royal Mail");
    await form.locator('input[name="trackingNumber"]').fill("RM123456785GB");
    await form.locator('input[name="note"]').fill("Packed with straw");
  });
  await expect(staff.getByText("Order dispatched").first()).toBeVisible();
  await work(staff, "Refund", async (form) => {
    // The amount follows the units until somebody types another one.
    await form.locator('input[name="units[0].quantity"]').fill("1");
    await form.locator('input[name="amount"]').fill("11.95");
    await form.locator('input[name="reason"]').fill("One bag was torn");
  });
  await expect(staff.getByText("Refund made").first()).toBeVisible();
  await expect(staff.getByRole("dialog").getByText("£11.95 of £46.84 refunded")).toBeVisible();
  await staff.close();

  const link = await mailedLink(page, email, /on its way/, /order-confirmation\?t=[\w.-]+/);
  // Not the browser that bought: the signed link alone opens the order.
  await visit(page, link);
  for (const event of [
    /Dispatched with Royal Mail, tracking number RM123456785GB.*Packed with straw/,
    /Refunded £11\.95: One bag was torn/,
  ]) {
    await expect(page.getByRole("region", { name: "Timeline" }).getByText(event)).toBeVisible();
  }
  await page.getByRole("button", { name: "Send the confirmation again" }).click();
  await expect(page.getByText("Confirmation sent").first()).toBeVisible();
  await page.getByRole("link", { name: /^Credit note OXB-CN-/ }).click();
  const note = page.getByRole("article");
  await expect(note.getByRole("heading", { level: 1, name: /credit note/i })).toBeVisible();
  await expect(note.getByText("One bag was torn")).toBeVisible();
  await expect(note.getByText("Biochar Compost Mix").filter({ visible: true })).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^credit-note-OXB-CN-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
