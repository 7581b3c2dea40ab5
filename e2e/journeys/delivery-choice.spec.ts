import { type APIRequestContext, type Browser, expect, type Page, test } from "playwright/test";
import { confirmationShown, pay, startPayment } from "../support/payment.ts";
import { type RunningShop, startShop } from "../support/server.ts";
import {
  cards,
  fillCart,
  fillDetails,
  goToCheckout,
  javaScriptIsOn,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { becomeAdministrator, ordersOf, signInAsStaff } from "../support/staff.ts";

const rates = [
  "zone;places;parcel;quarter pallet;half pallet;full pallet;bulk bag",
  "Mainland;United Kingdom;6.95;49.00;59.00;75.00;75.00",
  "Islands;HS, KW15-17, ZE;19.95;;;;195.00",
].join("\n");

/** The whole shop's settings are changed, so it is a shop of its own. */
async function shopWithRates(browser: Browser): Promise<{ shop: RunningShop; staff: APIRequestContext }> {
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  const staff = (await browser.newContext({ baseURL: shop.url })).request;
  await becomeAdministrator(staff);
  const settings = {
    shippingEnabled: true,
    shippingCalculationType: "weight",
    deliveryTariff: rates,
    countriesServed: "United Kingdom",
    collectionEnabled: true,
    collectionCapacity: 1,
  };
  const saved = await staff.put("/api/admin/settings", { data: settings });
  expect(saved.ok(), await saved.text()).toBe(true);
  const compost = await staff.get("/api/products/biochar-compost-mix");
  const { id } = (await compost.json()) as { id: number };
  const weighed = await staff.put(`/api/admin/products/${id}`, { data: { grossGrams: 11_000 } });
  expect(weighed.ok(), await weighed.text()).toBe(true);
  return { shop, staff };
}

async function newShopper(browser: Browser, { url }: RunningShop): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await visit(page, "/products");
  await fillCart(page, "bulk-biochar", 1);
  await fillCart(page, "biochar-compost-mix", 2);
  return page;
}

const summary = (page: Page) => page.getByRole("region", { name: "Order summary" });

/** Without JavaScript the form says how the total has changed before anything is paid. */
async function updateTotal(page: Page): Promise<void> {
  if (!javaScriptIsOn()) await page.getByRole("button", { name: "Update total" }).click();
}

test("a bulk bag and two bags of compost are priced to Shetland before the address, and paid with that freight @both", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { shop, staff } = await shopWithRates(browser);
  try {
    const page = await newShopper(browser, shop);
    await visit(page, "/products/bulk-biochar");
    await page.getByLabel("Delivery postcode").fill("nowhere");
    await page.getByRole("button", { name: "Show delivery" }).click();
    await expect(page.getByLabel("Delivery postcode")).toHaveValue("nowhere");
    await expect(page.getByText("Please enter a postcode, such as SY8 1AA")).toBeVisible();
    await page.getByLabel("Delivery postcode").fill("ze1 0aa");
    await page.getByRole("button", { name: "Show delivery" }).click();
    await expect(page.getByText("Bringing one to ZE1 0AA costs £195.00.")).toBeVisible();
    // Remembered for the visit, on other products too.
    await visit(page, "/products/biochar-compost-mix");
    await expect(page.getByLabel("Delivery postcode")).toHaveValue("ZE1 0AA");
    await expect(page.getByText(/^Bringing one to ZE1 0AA costs £/)).toBeVisible();

    await visit(page, "/cart");
    await expect(page.getByLabel("Delivery postcode").first()).toHaveValue("ZE1 0AA");
    await expect(page.locator("main").getByText("£214.95")).toBeVisible();
    await expect(page.locator("main").getByText("£553.85")).toBeVisible();

    const email = uniqueEmail();
    await goToCheckout(page);
    await expect(page.locator('#checkout input[name="postcode"]')).toHaveValue("ZE1 0AA");
    await expect(summary(page).getByText("£553.85")).toBeVisible();
    await fillDetails(page, email, { city: "Lerwick", postcode: "ZE1 0AA" });
    if (!javaScriptIsOn()) {
      // What the driver has to know is asked for beside its field, and nothing is lost.
      await page
        .locator("main")
        .getByRole("button", { name: /^Pay £553.85/ })
        .click();
      await expect(page.getByText("Please choose what can reach you")).toBeVisible();
      await expect(page.locator('input[name="city"]')).toHaveValue("Lerwick");
    }
    await page.getByLabel("What can reach you").selectOption("small");
    await page.getByLabel("The lorry must bring a tail lift").check();
    await startPayment(page);
    await pay(page, cards.good, { started: true });
    await confirmationShown(page, email);
    await expect(page.getByText("Only a small lorry or van (7.5 t)")).toBeVisible();
    await expect(page.getByText("£214.95").first()).toBeVisible();
    const [order] = await ordersOf(staff, email);
    expect(order).toMatchObject({
      totalAmount: 553.85,
      delivery: { id: "standard", price: 214.95, loads: "1 bulk bag, 1 parcel" },
    });
    expect(order).not.toHaveProperty("delivery.split");
    await expect(page.getByText("Parcel, 22 kg")).toHaveCount(0);

    const packer = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await signInAsStaff(packer, "admin@example.com", "/admin/packing");
    await expect(packer.getByText(/^Parcel, 22 kg: 2 × .*Compost/)).toBeVisible();
  } finally {
    await shop.stop();
  }
});

test("Jersey is refused with the reason, in the cart and beside the postcode, and nothing can be paid @both", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { shop, staff } = await shopWithRates(browser);
  const reason = "JE2 3AB is in Jersey. We deliver to the United Kingdom only.";
  try {
    const page = await newShopper(browser, shop);
    await visit(page, "/cart?postcode=je2+3ab");
    await expect(page.locator("main").getByText(reason)).toBeVisible();
    const email = uniqueEmail();
    await goToCheckout(page);
    await fillDetails(page, email, { city: "St Helier", postcode: "JE2 3AB" });
    await page.getByLabel("What can reach you").selectOption("rigid");
    if (javaScriptIsOn()) await page.locator('input[name="city"]').focus();
    else
      await page
        .locator("main")
        .getByRole("button", { name: /^Pay £/ })
        .click();
    await expect(page.locator('input[name="postcode"]')).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(reason).first()).toBeVisible();
    await expect(page.getByLabel("Card number")).toHaveCount(0);
    await expect(page.locator('input[name="postcode"]')).toHaveValue("JE2 3AB");
    expect(await ordersOf(staff, email)).toEqual([]);
  } finally {
    await shop.stop();
  }
});

test("the checkout asks where to as well, prices it, and keeps what was typed in the details @both", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { shop } = await shopWithRates(browser);
  try {
    const page = await newShopper(browser, shop);
    await goToCheckout(page);
    const field = summary(page).getByLabel("Delivery postcode");
    const show = summary(page).getByRole("button", { name: "Show delivery" });
    const addressPostcode = page.locator('#checkout input[name="postcode"]');
    const firstName = page.getByLabel("First Name");
    if (javaScriptIsOn()) await firstName.fill("Rowan");
    await field.fill("nowhere");
    await show.click();
    await expect(field).toHaveAccessibleDescription("Please enter a postcode, such as SY8 1AA");
    await expect(field).toHaveValue("nowhere");
    await field.fill("ze1 0aa");
    await show.click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(summary(page).getByText("£214.95")).toBeVisible();
    await expect(summary(page).getByText("£553.85")).toBeVisible();
    if (javaScriptIsOn()) {
      await expect(firstName).toHaveValue("Rowan");
      await expect(field).toHaveValue("ZE1 0AA");
    } else {
      await expect(addressPostcode).toHaveValue("ZE1 0AA");
    }
    // From here on the address says it: one postcode, one total.
    await addressPostcode.fill("SY8 1AA");
    await updateTotal(page);
    await expect(summary(page).getByText("£81.95")).toBeVisible();
    await expect(summary(page).getByText("£420.85")).toBeVisible();
    await expect(field).toHaveCount(0);
  } finally {
    await shop.stop();
  }
});

test("of two who want to collect on Saturday at ten one does, and the yard checks the code @both", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { shop, staff } = await shopWithRates(browser);
  try {
    const [first, second] = [await newShopper(browser, shop), await newShopper(browser, shop)];
    const saturdayAtTen = async (page: Page) => {
      const option = page
        .locator('optgroup[label^="Saturday"] option', { hasText: "10:00 to 10:30" })
        .first();
      return (await option.getAttribute("value")) ?? "";
    };
    const emails: string[] = [];
    for (const page of [first, second]) {
      const email = uniqueEmail();
      emails.push(email);
      await goToCheckout(page);
      await fillDetails(page, email);
      await page.getByLabel(/^Collection from our yard/).check();
      await page.getByLabel("When you collect").selectOption(await saturdayAtTen(page));
      await updateTotal(page);
      await expect(summary(page).getByText("£338.90").last()).toBeVisible();
      // Both are ready to pay before either does: whoever is told later that it is taken never gets a card form.
      if (javaScriptIsOn()) await startPayment(page);
    }
    await pay(first, cards.good, { started: javaScriptIsOn() });
    await confirmationShown(first, emails[0] ?? "");
    await expect(first.getByText(/^Saturday \d+ \w+ \d{4}, 10:00 to 10:30$/)).toBeVisible();

    if (javaScriptIsOn()) await pay(second, cards.good, { started: true });
    else
      await second
        .locator("main")
        .getByRole("button", { name: /^Pay £338.90/ })
        .click();
    await expect(second.getByText(/Somebody else has just taken Saturday/).first()).toBeVisible();
    await expect(second.getByLabel("When you collect")).toHaveAttribute("aria-invalid", "true");
    await expect(second.getByLabel("When you collect")).toHaveAccessibleDescription(/^Somebody else/);
    await expect(second.locator('input[name="firstName"]')).toHaveValue("Rowan");
    expect(await ordersOf(staff, emails[1] ?? "")).toEqual([]);

    const [order] = await ordersOf(staff, emails[0] ?? "");
    expect(order).toMatchObject({ totalAmount: 338.9, delivery: { id: "collection", price: 0 } });
    const yard = await (await browser.newContext({ baseURL: shop.url })).newPage();
    const open = `/admin?tab=orders&order=${order?.id}`;
    await signInAsStaff(yard, "admin@example.com", open);
    // Without JavaScript the dialog stands in the list, and the page behind it again.
    const form = (button: string) =>
      yard.locator("form", { has: yard.getByRole("button", { name: button }) }).first();
    const openForm = (title: string) => yard.locator("summary", { hasText: title }).first().click();
    await openForm("Ready to be collected");
    await form("Email the customer the code").getByRole("button").click();
    await expect(yard.getByText("The customer was told that it is ready").first()).toBeVisible();
    const handOver = async (code: string) => {
      await visit(yard, open);
      await openForm("Hand over");
      await form("Check the code and hand over").locator('input[name="collectionCode"]').fill(code);
      await form("Check the code and hand over").getByRole("button").click();
    };
    await handOver("WRONG2");
    // Text in a noscript element is none to getByText.
    await expect(form("Check the code and hand over")).toContainText("This is not the code of this order.");
    await expect(form("Check the code and hand over").locator('input[name="collectionCode"]')).toHaveValue(
      "WRONG2",
    );
    await first.reload();
    const said = await first.getByText(/Whoever collects it names this code/).innerText();
    await handOver(said.split(": ")[1] ?? "");
    await expect(yard.getByText("Order handed over").first()).toBeVisible();
  } finally {
    await shop.stop();
  }
});
