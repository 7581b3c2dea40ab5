import { expect, type Page, test } from "playwright/test";
import { mailedLink } from "../support/accounts.ts";
import { hydrated, javaScriptIsOn, visit } from "../support/shop.ts";
import { makeOrder, signInAsManager } from "../support/staff.ts";

test("somebody cancels a part of an order by the link of its mail, and staff refund it with one press @both", async ({
  page,
  request,
}) => {
  const { id, invoiceNumber, customerEmail } = await makeOrder(request);
  const subject = new RegExp(`order ${invoiceNumber}$`);
  await visit(page, await mailedLink(page, customerEmail, subject, /orders\/INV-\d+\/withdraw\?t=[\w.-]+/));
  await expect(page.getByRole("heading", { level: 1, name: "Cancel or return" })).toBeVisible();

  // Nothing was sent yet that could be mixed into soil.
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  // Nothing at all: said above the lines. Without JavaScript the page that comes begins there.
  await page.getByRole("spinbutton").fill("0");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.locator(":focus")).toContainText("Say how many of what you do not want to keep.");

  if (javaScriptIsOn()) await pressWithoutAnswer(page, "Continue");
  // Too many: said beside the field, with nothing lost.
  await page.getByRole("spinbutton").fill("3");
  await page.getByLabel("Reason").fill("Ordered one too many");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText(/^At most 2 of /)).toBeVisible();
  await expect(page.getByRole("spinbutton")).toBeFocused();
  await expect(page.getByLabel("Reason")).toHaveValue("Ordered one too many");

  await hydrated(page);
  await page.getByRole("spinbutton").fill("1");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check what you send us" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Ordered one too many");
  await hydrated(page);
  // Somebody impatient: what the button sends, fifty times at once, is one request.
  const sent = Object.fromEntries(
    await page
      .locator("main input[type=hidden]")
      .evaluateAll((fields) =>
        fields.map((field) => [(field as HTMLInputElement).name, (field as HTMLInputElement).value]),
      ),
  );
  const form = { ...sent, step: "confirm" };
  const presses = await Promise.all(
    Array.from({ length: 50 }, () => page.request.post(page.url(), { form, maxRedirects: 0 })),
  );
  expect([...new Set(presses.map((press) => press.status()))]).toEqual([303]);
  expect(new Set(presses.map((press) => press.headers().location)).size).toBe(1);
  if (javaScriptIsOn()) await pressWithoutAnswer(page, "Confirm");
  await expect(page.locator("main")).toContainText("Ordered one too many");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("We have received your cancellation")).toBeVisible();
  await expect(page.locator("main")).toContainText("1 × ");
  await page.getByRole("link", { name: "Something else of this order" }).click();
  await expect(page.getByLabel(/How many of .*, of 1$/)).toBeVisible();

  if (!javaScriptIsOn()) return;
  await signInAsManager(page, `/admin?tab=orders&order=${id}`);
  await hydrated(page);
  const desk = page.getByRole("region", { name: "Cancelled by the customer" });
  await expect(desk).toContainText("Ordered one too many");
  const refund = desk.locator("details", { has: page.locator("summary", { hasText: "Refund it" }) });
  await refund.locator("summary").click();
  await refund.getByRole("button", { name: /^Refund/ }).click();
  await expect(desk.getByText("Refunded", { exact: true })).toBeVisible();
});

/** On a train, as it were: what was typed stays, and the next press is the answer. */
async function pressWithoutAnswer(page: Page, name: string): Promise<void> {
  await hydrated(page);
  await page.route(/\/withdraw\.data/, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No answer came" })).toBeVisible();
}
