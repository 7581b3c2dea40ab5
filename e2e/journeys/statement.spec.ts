import { expect, test } from "playwright/test";
import { visit } from "../support/shop.ts";
import { office, signInAsAdministrator } from "../support/staff.ts";

/* What an order stores, and how whoever is shown it checks it, with JavaScript and without. */

test("a carbon statement is read, downloaded and checked, and a change of it is seen @both", async ({
  page,
  request,
}) => {
  const staff = await office(request);
  const read = async (path: string) => (await staff.get(path)).text();
  // The older of the demo's two was measured, and some of it has left.
  const batch = (await read("/admin/batches")).match(/\/admin\/batches\/DEMO-[\d-]+(?=")/g)?.at(-1);
  const invoiceNumber = />\s*(INV-\d+)\s*</.exec(await read(batch ?? ""))?.[1] ?? "";

  await signInAsAdministrator(page, `/orders/${invoiceNumber}/statement`);
  await expect(page.getByRole("heading", { level: 1, name: "Carbon statement" })).toBeVisible();
  await expect(page.getByText(/kg of CO₂ stored for 100 years$/).first()).toBeVisible();
  const file = await page.getByRole("link", { name: "Download the signed credential" }).getAttribute("href");
  const credential = await read(file ?? "");

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
