import { expect, test } from "playwright/test";
import { visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

/* What an order stores, and how whoever is shown it checks it, with JavaScript and without. */

test("a carbon statement is read, downloaded and checked, and a change of it is seen @both", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin/batches");
  // The older of the demo's two was measured, and some of it has left.
  await page
    .getByRole("link", { name: /^DEMO-/ })
    .last()
    .click();
  const order = page.getByRole("link", { name: /^INV-/ }).first();
  const invoiceNumber = (await order.innerText()).trim();

  await visit(page, `/orders/${invoiceNumber}/statement`);
  await expect(page.getByRole("heading", { level: 1, name: "Carbon statement" })).toBeVisible();
  await expect(page.getByText(/kg of CO₂ stored for 100 years$/).first()).toBeVisible();
  const file = await page.getByRole("link", { name: "Download the signed credential" }).getAttribute("href");
  const credential = await (await page.request.get(file ?? "")).text();

  const check = async (text: string) => {
    await page.getByLabel("Or the credential itself").fill(text);
    await page.getByRole("button", { name: "Check it" }).click();
  };
  await visit(page, "/verify");
  await check(credential);
  await expect(page.getByText(`for order ${invoiceNumber}. It is unchanged and not revoked.`)).toBeVisible();
  await check(credential.replace(invoiceNumber, `${invoiceNumber}0`));
  await expect(page.getByText("Do not rely on it.")).toBeVisible();
  await check("a statement");
  await expect(page.getByText("This is no carbon statement")).toBeVisible();
  await expect(page.getByLabel("Or the credential itself")).toHaveValue("a statement");
});
