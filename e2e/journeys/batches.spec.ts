import { expect, test } from "playwright/test";
import { visit } from "../support/shop.ts";

/* What the label of a bag leads to, with JavaScript and without. */

test("from a product to its batch, to the list, and back by the code of a label @both", async ({ page }) => {
  await visit(page, "/products/specialized-plant-biochar");
  const link = page.getByRole("link", { name: /^DEMO-/ }).first();
  const code = (await link.innerText()).trim();
  await link.click();
  await expect(page).toHaveURL(`/batches/${code}`);
  await expect(page.getByRole("heading", { level: 1, name: code })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Organic carbon 82\.4% of the dry matter/ })).toBeVisible();
  await page.getByRole("link", { name: "All batches" }).click();
  await expect(page).toHaveURL("/batches");
  await page.getByLabel("Code on the label").fill("no-such-batch");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No batch has the code “no-such-batch”.")).toBeVisible();
  await page.getByLabel("Code on the label").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(`/batches/${code}`);
});

test("a script gets linked data and a linkset where a person gets the page", async ({ request }) => {
  const list = await (await request.get("/batches")).text();
  const [path = ""] = /\/batches\/DEMO-[\d-]+/.exec(list) ?? [];
  for (const type of ["text/html", "application/ld+json", "application/linkset+json"]) {
    const response = await request.get(path, { headers: { Accept: type } });
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toContain(type);
    expect(response.headers().vary).toContain("Accept");
  }
  expect((await request.get(path, { headers: { Accept: "image/png" } })).status()).toBe(406);
  expect((await request.head(path)).status()).toBe(200);
});
