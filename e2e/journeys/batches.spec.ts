import { expect, test } from "playwright/test";
import { readPage, uniqueWord, visit } from "../support/shop.ts";
import { archiveProduct, makeProduct, office, signInAsAdministrator } from "../support/staff.ts";

test("a batch is found by the code of its label, however that is typed @both", async ({ page }) => {
  await visit(page, "/batches");
  const code = (
    await page
      .getByRole("link", { name: /^DEMO-/ })
      .first()
      .innerText()
  ).trim();
  await page.getByLabel("Code on the label").fill("no-such-batch");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No batch has the code “no-such-batch”.")).toBeVisible();
  await page.getByLabel("Code on the label").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(`/batches/${code}`);
  await expect(page.getByRole("heading", { level: 1, name: code })).toBeVisible();
});

test("when two staff say whose carbon a batch is, the second is told, and what both said stands", async ({
  page,
  context,
  request,
}) => {
  const product = await makeProduct(request, "Contested Char");
  const code = `C-${uniqueWord().slice(0, 12).toUpperCase()}`;
  const made = { code, productId: product.id, madeOn: "2025-10-02", feedstock: "Hazel coppice" };
  const data = { ...made, kilnCelsius: 560, kilogramsMade: 500 };
  expect((await (await office(request)).post("/api/admin/batches", { data })).ok()).toBe(true);
  await signInAsAdministrator(page, `/admin/batches/${code}`);
  const form = page.getByRole("form", { name: "Save whose carbon it is" });
  const transport = form.getByLabel(/^Transport/);
  await transport.fill("40");
  const reason = page.getByLabel("Why it goes into quarantine");
  await reason.fill("Smells of smoke");
  const other = await context.newPage();
  await visit(other, page.url());
  await other.getByLabel("Credits").selectOption("issued");
  await other.getByLabel("Issued to").fill("Acme on Puro");
  await other.getByRole("button", { name: "Save whose carbon it is" }).click();
  await expect(other.getByText("Saved", { exact: true }).first()).toBeVisible();
  await other.getByRole("button", { name: "Mark as sold out" }).click();
  await expect(other.getByText("Sold out", { exact: true }).first()).toBeVisible();
  await other.close();

  await form.getByRole("button").click();
  await expect(form.getByText(`Somebody else changed "Batch ${code}"`)).toBeVisible();
  await expect(transport).toHaveValue("40");
  await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
  await expect(reason).toHaveValue("Smells of smoke");
  await reason.fill("");
  await form.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expect(form.getByLabel("Issued to")).toHaveValue("Acme on Puro");
  await visit(page, `/admin/batches/${code}`);
  await expect(form.getByLabel("Credits")).toHaveValue("issued");
  await expect(transport).toHaveValue("40");
  await archiveProduct(request, product.id);
});

/* What an order stores, and how anyone who is shown it checks it, with JavaScript and without. */

test("a carbon statement is read, downloaded and checked, and what is none is told @both", async ({
  page,
  request,
}) => {
  const staff = await office(request);
  const read = async (path: string) => (await staff.get(path)).text();
  // The older of the demo's two was measured, and some of it has left.
  const batch = (await read("/admin/batches")).match(/\/admin\/batches\/DEMO-[\d-]+(?=")/g)?.at(-1);
  const invoiceNumber = />\s*(INV-\d+)\s*</.exec(await read(batch ?? ""))?.[1] ?? "";

  const { main, linkTo } = await readPage(staff, `/orders/${invoiceNumber}/statement`);
  expect(main).toMatch(/Carbon statement.*kg of CO₂ stored for 100 years/);
  const credential = await read(linkTo("Download the signed credential") ?? "");

  const check = async (text: string) => {
    await page.getByLabel("Or the credential itself").fill(text);
    await page.getByRole("button", { name: "Check it" }).click();
  };
  await visit(page, "/verify");
  await check(credential);
  await expect(page.getByText(`for order ${invoiceNumber}. It is unchanged and not revoked.`)).toBeVisible();
  await check("a statement");
  await expect(page.getByText("This is no carbon statement")).toBeVisible();
  await expect(page.getByLabel("Or the credential itself")).toHaveValue("a statement");
});
