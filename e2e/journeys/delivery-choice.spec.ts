import { expect, type Page, request as requests } from "playwright/test";
import { confirmationShown, pay, startPayment } from "../support/payment.ts";
import {
  cards,
  fillCart,
  fillDetails,
  goToCheckout,
  javaScriptIsOn,
  readPage,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import { test } from "../support/shop-for-journeys.ts";
import { office, ordersOf, signInAsAdministrator } from "../support/staff.ts";
import { buyByCard } from "../support/viewers.ts";

async function fillWithTwo(page: Page): Promise<void> {
  await fillCart(page, "bulk-biochar", 1);
  await fillCart(page, "biochar-compost-mix", 2);
}

const summary = (page: Page) => page.getByRole("region", { name: "Order summary" });

/** Without JavaScript the form says how the total has changed before anything is paid. */
async function updateTotal(page: Page): Promise<void> {
  if (!javaScriptIsOn()) await page.getByRole("button", { name: "Update total" }).click();
}

test("a bulk bag and two bags of compost are priced to Shetland before the address, and paid with that freight @both", async ({
  page,
  request,
}) => {
  await fillWithTwo(page);
  await visit(page, "/products/bulk-biochar");
  await page.getByLabel("Delivery postcode").fill("nowhere");
  await page.getByRole("button", { name: "Show delivery" }).click();
  await expect(page.getByLabel("Delivery postcode")).toHaveValue("nowhere");
  await expect(page.getByText("Please enter a postcode, such as SY8 1AA")).toBeVisible();
  await page.getByLabel("Delivery postcode").fill("ze1 0aa");
  await page.getByRole("button", { name: "Show delivery" }).click();
  await expect(page.getByText("Bringing one to ZE1 0AA costs £195.00.")).toBeVisible();
  // Remembered for the visit, on other products and in the cart.
  const other = await readPage(page.request, "/products/biochar-compost-mix");
  expect(other.main).toContain("Bringing one to ZE1 0AA costs £");
  expect((await readPage(page.request, "/cart")).main).toMatch(/£214\.95.*£553\.85/);

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
  if (javaScriptIsOn()) {
    await expect(page.getByRole("button", { name: /^Pay £553.85/ })).toBeVisible();
    return;
  }
  await pay(page, cards.good, { started: true });
  await confirmationShown(page, email);
  await expect(page.getByText("Only a small lorry or van (7.5 t)")).toBeVisible();
  await expect(page.getByText("£214.95").first()).toBeVisible();
  const [order] = await ordersOf(request, email);
  expect(order).toMatchObject({
    totalAmount: 553.85,
    delivery: { id: "standard", price: 214.95, loads: "1 bulk bag, 1 parcel" },
  });
  expect(order).not.toHaveProperty("delivery.split");
  await expect(page.getByText("Parcel, 22 kg")).toHaveCount(0);

  // Others wait there, too.
  const packing = await readPage(await office(request), "/admin/packing");
  const [, own = ""] = packing.main.split(order?.invoiceNumber ?? "");
  expect(own).toMatch(/Parcel, 22 kg: 2 × .*Compost/);
});

test("Jersey is refused with the reason, in the cart and beside the postcode, and nothing can be paid @without-scripts", async ({
  page,
  request,
}) => {
  const reason = "JE2 3AB is in Jersey. We deliver to Great Britain only.";
  await fillWithTwo(page);
  await visit(page, "/cart?postcode=je2+3ab");
  await expect(page.locator("main").getByText(reason)).toBeVisible();
  const email = uniqueEmail();
  await goToCheckout(page);
  await fillDetails(page, email, { city: "St Helier", postcode: "JE2 3AB" });
  await page.getByLabel("What can reach you").selectOption("rigid");
  await page
    .locator("main")
    .getByRole("button", { name: /^Pay £/ })
    .click();
  await expect(page.locator('input[name="postcode"]')).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await expect(page.locator('input[name="postcode"]')).toHaveValue("JE2 3AB");
  expect(await ordersOf(request, email)).toEqual([]);
});

test("the checkout asks where to as well, prices it, and keeps what was typed in the details @both", async ({
  page,
}) => {
  await fillWithTwo(page);
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
  await expect(summary(page).getByText("£85.95")).toBeVisible();
  await expect(summary(page).getByText("£424.85")).toBeVisible();
  await expect(field).toHaveCount(0);
});

test("anyone who wants to collect at a time that somebody else just took is told so, and the yard checks the code @both", async ({
  page,
  request,
  baseURL,
}) => {
  // One half hour of one day for each run of this.
  const halfHour = javaScriptIsOn() ? "10:00 to 10:30" : "11:00 to 11:30";
  const { repeatEachIndex, retry } = test.info();
  const email = uniqueEmail();
  await fillWithTwo(page);
  await goToCheckout(page);
  await fillDetails(page, email);
  await page.getByLabel(/^Collection from our yard/).check();
  const times = page.getByLabel("When you collect");
  const offered = times.locator("option", { hasText: halfHour });
  const slot = (await offered.nth(1 + repeatEachIndex + 5 * retry).getAttribute("value")) ?? "";
  await times.selectOption(slot);
  await updateTotal(page);
  await expect(summary(page).getByText("£338.90").last()).toBeVisible();
  // Ready to pay before the other does: anyone who is told later that it is taken never gets a card form.
  if (javaScriptIsOn()) await startPayment(page);

  const other = await requests.newContext({ baseURL: baseURL ?? "" });
  const collection = { deliveryOption: "collection", collectionSlot: slot };
  const { email: othersEmail } = await buyByCard(other, "2", "1", collection);
  const [order] = await ordersOf(request, othersEmail);
  expect(order).toMatchObject({ delivery: { id: "collection", price: 0 } });

  if (javaScriptIsOn()) await pay(page, cards.good, { started: true });
  else
    await page
      .locator("main")
      .getByRole("button", { name: /^Pay £338.90/ })
      .click();
  await expect(page.getByText(/Somebody else has just taken \w+day/).first()).toBeVisible();
  await expect(times).toHaveAttribute("aria-invalid", "true");
  await expect(times).toHaveAccessibleDescription(/^Somebody else/);
  await expect(page.locator('input[name="firstName"]')).toHaveValue("Rowan");
  expect(await ordersOf(request, email)).toEqual([]);
  if (!javaScriptIsOn()) return;

  await signInAsAdministrator(page, `/admin?tab=orders&order=${order?.id}`);
  const form = (button: string) =>
    page.locator("form", { has: page.getByRole("button", { name: button }) }).first();
  const openForm = (title: string) => page.locator("summary", { hasText: title }).first().click();
  await openForm("Ready to be collected");
  await form("Email the customer the code").getByRole("button").click();
  await expect(page.getByText("The customer was told that it is ready").first()).toBeVisible();
  const told = (await readPage(other, "/order-confirmation")).main;
  const code = /Whoever collects it names this code: (\w+)/.exec(told)?.[1] ?? "";
  await other.dispose();
  await openForm("Hand over");
  const handOver = form("Check the code and hand over");
  const field = handOver.locator('input[name="collectionCode"]');
  await field.fill("WRONG2");
  await handOver.getByRole("button").click();
  await expect(handOver).toContainText("This is not the code of this order.");
  await expect(field).toHaveValue("WRONG2");
  await field.fill(code);
  await handOver.getByRole("button").click();
  await expect(page.getByText("Order handed over").first()).toBeVisible();
});
