import { expect } from "playwright/test";
import { fillCart, fillDetails, goToCheckout, readPage, uniqueEmail } from "../support/shop.ts";
import { test } from "../support/shop-for-journeys.ts";
import { office, signInAsAdministrator } from "../support/staff.ts";

test("rates are read from a file, mended in the table, saved, and charged by; Jersey is refused", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const saved = await (await office(request)).get("/admin/delivery-rates.csv");
  expect(saved.headers()["content-disposition"]).toContain("delivery-rates.csv");

  await signInAsAdministrator(page, "/admin/settings?tab=Shipping");
  const form = page.getByRole("form", { name: "Table of rates" });
  const buffer = Buffer.from((await saved.text()).replace("19.95", "nineteen"));
  const fromFile = page.getByRole("form", { name: "Rates from a file" });
  await fromFile.getByLabel("CSV file").setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer });
  await fromFile.getByRole("button", { name: "Read into the table" }).click();
  await expect(form.getByText("Nothing is saved yet").first()).toBeVisible();
  const parcel = form.getByLabel("Scottish islands, parcel (£)");
  await expect(parcel).toHaveAttribute("aria-invalid", "true");
  await expect(parcel).toHaveAccessibleDescription("“nineteen” is no price such as 12.50");
  await parcel.fill("19.95");
  await form.getByRole("button", { name: "Save rates" }).click();
  await expect(page.getByText("Rates saved").first()).toBeVisible();
  await expect(page.getByText("In force: delivery goes by this table.")).toBeVisible();
  await expect(parcel).toHaveValue("19.95");

  const shopper = await (await browser.newContext({ baseURL })).newPage();
  const delivery = (await readPage(request, "/delivery")).main;
  expect(delivery).toMatch(/Scottish islands.*parcel £19\.95/);
  expect(delivery).toContain("We deliver within Great Britain only.");
  const product = (await readPage(request, "/products/premium-biochar")).main;
  expect(product).toContain("Delivery from £6.95, by weight and postcode; final total before you pay.");

  // Nobody has weighed this one: its delivery has no price.
  await fillCart(shopper, "activated-biochar");
  await goToCheckout(shopper);
  await fillDetails(shopper, uniqueEmail());
  const postcode = shopper.locator('#checkout input[name="postcode"]');
  await postcode.fill("JE2 3AB");
  await postcode.blur();
  await expect(postcode).toHaveAttribute("aria-invalid", "true");
  await expect(postcode).toHaveAccessibleDescription(
    "JE2 3AB is in Jersey. We deliver to Great Britain only.",
  );

  await postcode.fill("ZE1 0AA");
  await postcode.blur();
  await shopper.getByRole("link", { name: "Send us this basket as an enquiry" }).click();
  await expect(shopper.getByLabel("Subject")).toHaveValue("What does delivery of my basket cost?");
  await expect(shopper.getByRole("textbox", { name: "Message" })).toHaveValue(
    /bring this to ZE1 0AA, United Kingdom:\n1 × Activated Biochar/,
  );
  await shopper.getByLabel("Your Name").fill("Rowan Field");
  await shopper.getByLabel("Your Email").fill("rowan@example.com");
  await shopper.getByRole("button", { name: "Send Message" }).click();
  await expect(shopper.getByText("Message Sent").first()).toBeVisible();
  await shopper.context().close();
});
