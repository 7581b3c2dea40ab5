import { expect, test } from "playwright/test";
import { startShop } from "../support/server.ts";
import { beginCheckout, javaScriptIsOn, visit } from "../support/shop.ts";
import { becomeAdministrator } from "../support/staff.ts";

test("rates are read from a file, mended in the table, saved, and charged by; Jersey is refused", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  // The setting is the whole shop's.
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  try {
    const staff = await browser.newContext({ baseURL: shop.url });
    await becomeAdministrator(staff.request);
    const example = await staff.request.get("/admin/delivery-rates.csv?example");
    expect(example.headers()["content-disposition"]).toContain("delivery-rates-example.csv");

    const page = await staff.newPage();
    await visit(page, "/admin/settings?tab=Shipping");
    const form = page.getByRole("form", { name: "Table of rates" });
    const buffer = Buffer.from((await example.text()).replace("19.95", "nineteen"));
    await form.getByLabel("CSV file").setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer });
    await form.getByRole("button", { name: "Read into the table" }).click();
    await expect(form.getByText("Nothing is saved yet").first()).toBeVisible();
    const parcel = form.getByLabel("Scottish islands, parcel (£)");
    await expect(parcel).toHaveAttribute("aria-invalid", "true");
    await expect(parcel).toHaveAccessibleDescription("“nineteen” is no price such as 12.50");
    await parcel.fill("19.95");
    await form.getByLabel("Charge delivery by this table from now on").check();
    await form.getByRole("button", { name: "Save rates" }).click();
    await expect(page.getByText("Rates saved").first()).toBeVisible();
    await expect(page.getByText("In force: delivery goes by this table.")).toBeVisible();
    await expect(parcel).toHaveValue("19.95");

    const served = { countriesServed: "United Kingdom", northernIrelandServed: false };
    expect((await staff.request.put("/api/admin/settings", { data: served })).ok()).toBe(true);
    const shopper = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await visit(shopper, "/delivery");
    await expect(shopper.getByRole("row", { name: /^Scottish islands.*a?parcel £19\.95$/ })).toBeVisible();
    await expect(shopper.getByText("We deliver within Great Britain only.")).toBeVisible();
    await visit(shopper, "/products/premium-biochar");
    await expect(
      shopper.getByText("Delivery from £6.95, by weight and postcode; final total before you pay.").first(),
    ).toBeVisible();

    await beginCheckout(shopper);
    const postcode = shopper.locator('#checkout input[name="postcode"]');
    await postcode.fill("JE2 3AB");
    if (javaScriptIsOn()) await postcode.blur();
    else await shopper.locator("main").getByRole("button", { name: /^Pay/ }).first().click();
    await expect(postcode).toHaveAttribute("aria-invalid", "true");
    await expect(postcode).toHaveAccessibleDescription(
      "JE2 3AB is in Jersey. We deliver to Great Britain only.",
    );

    // Nobody has weighed what is in the cart: its delivery has no price.
    await postcode.fill("ZE1 0AA");
    if (javaScriptIsOn()) await postcode.blur();
    else await shopper.locator("main").getByRole("button", { name: /^Pay/ }).first().click();
    await shopper.getByRole("link", { name: "Send us this basket as an enquiry" }).click();
    await expect(shopper.getByLabel("Subject")).toHaveValue("What does delivery of my basket cost?");
    await expect(shopper.getByRole("textbox", { name: "Message" })).toHaveValue(
      /bring this to ZE1 0AA, United Kingdom:\n1 × Premium Biochar/,
    );
    await shopper.getByLabel("Your Name").fill("Rowan Field");
    await shopper.getByLabel("Your Email").fill("rowan@example.com");
    await shopper.getByRole("button", { name: "Send Message" }).click();
    await expect(shopper.getByText("Message Sent").first()).toBeVisible();
  } finally {
    await shop.stop();
  }
});
