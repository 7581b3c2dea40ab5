import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { allExtensions, type Extension, extensions, type Moment, runIn } from "../support/extensions.ts";
import { confirmationShown, pay, startPayment } from "../support/payment.ts";
import {
  addToCart,
  cards,
  fillDetails,
  findProduct,
  goToCheckout,
  holdBack,
  hydrated,
  scripts,
  uniqueEmail,
  visit,
} from "../support/shop.ts";
import {
  archiveProduct,
  makeOrder,
  makeProduct,
  ordersOf,
  signInAsAdministrator,
  signInAsManager,
} from "../support/staff.ts";

/** Uncaught errors of a page, as far as they are the shop's. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

async function buys(page: Page, request: APIRequestContext): Promise<void> {
  const errors = errorsOf(page);
  const email = uniqueEmail();
  await findProduct(page, "premium", "Premium Biochar");
  await addToCart(page, 2);
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("2");
  await goToCheckout(page);
  await fillDetails(page, email);
  await startPayment(page);
  await expect(page.locator('#checkout input[name="firstName"]')).toHaveValue("Rowan");
  await pay(page, cards.good, { started: true });
  await confirmationShown(page, email);
  expect(await ordersOf(request, email)).toMatchObject([{ items: [{ quantity: 2 }] }]);
  expect(errors).toEqual([]);
}

/** A day of staff: an order's note, its dispatch and a refund, and a product's price. */
async function worksADay(page: Page, request: APIRequestContext): Promise<void> {
  const errors = errorsOf(page);
  const { id } = await makeOrder(request, {
    customerName: "Fiona Fields",
    items: [{ productId: 8, quantity: 2, price: "10.50" }],
  });
  const product = await makeProduct(request, "Changed Biochar", { price: 10 });
  await signInAsAdministrator(page, `/admin/orders/${id}`);
  const main = page.locator("main");
  const open = async (title: RegExp) => {
    const details = main.locator("details", { has: page.locator("summary", { hasText: title }) });
    await details.locator("summary").click();
    return details;
  };

  await main.getByLabel("Note for staff").fill("Rang: leave it by the shed");
  await main.getByRole("button", { name: "Add note" }).click();
  await expect(main.getByText("Rang: leave it by the shed").first()).toBeVisible();

  const dispatch = await open(/^Dispatch$/);
  await dispatch.locator('input[name="carrier"]').fill("Royal Mail");
  await dispatch.locator('input[name="trackingNumber"]').fill("RM123456785GB");
  await dispatch.getByRole("button", { name: "Dispatch and email the customer" }).click();
  await expect(page.getByText("Order dispatched").first()).toBeVisible();
  // What stands below it moves up once it is gone: a press must not meet what moves.
  await expect(dispatch).toBeHidden();

  const refund = await open(/^Refund$/);
  await refund.getByLabel(/: how many of 2, at [£€]10\.50$/).fill("1");
  await refund.getByLabel("Reason").fill("One bag was torn");
  await refund.getByRole("button", { name: /^Refund [£€]10\.50 in cash$/ }).click();
  await expect(main.getByText(/[£€]10\.50 of [£€]21\.00 refunded/)).toBeVisible();

  await visit(page, `/admin?tab=products&search=${encodeURIComponent(product.name)}`);
  await page.getByRole("link", { name: `Edit ${product.name}` }).click();
  const form = page.getByRole("form", { name: `Edit ${product.name}` });
  await form.getByLabel(/^Regular price/).fill("12.75");
  await form.getByLabel(/^Description/).fill("Typed under a grammar checker.");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated").first()).toBeVisible();
  await expect(form).toBeHidden();
  expect(errors).toEqual([]);
  const saved = await request.get(`/api/products/${product.slug}`);
  expect(await saved.json()).toMatchObject({ price: 12.75, description: "Typed under a grammar checker." });
  await archiveProduct(request, product.id);
}

/** Staff's pages meet them by the same means: for them, when it is hardest, and in the deep run alone. */
const walks: [what: string, walk: typeof buys, moments: Moment[], tag: string][] = [
  ["somebody buys", buys, ["before", "during", "after"], ""],
  ["somebody works a day at the desk", worksADay, ["during"], " @deep"],
];

for (const [what, walk, moments, tag] of walks) {
  test(`${what} while a translator and five extensions change each page as soon as it appears${tag}`, async ({
    page,
    request,
  }) => {
    for (const extension of allExtensions) await runIn(page, extension, "before");
    await walk(page, request);
  });

  // A browser refuses to store anything from the first, or not at all.
  for (const [name, extension] of Object.entries<Extension>(extensions))
    for (const moment of name === "storageRefused" ? (["before"] as const) : moments)
      test(`${what} with ${name} at work, which begins ${moment} the page's scripts do @deep`, async ({
        page,
        request,
      }) => {
        await runIn(page, extension, moment);
        await walk(page, request);
      });
}

test("what was typed, chosen and opened before the scripts came is there when they draw a changed page again", async ({
  page,
}) => {
  const errors = errorsOf(page);
  for (const extension of allExtensions) await runIn(page, extension, "before");
  const release = await holdBack(page, scripts);
  await page.goto("/products", { waitUntil: "commit" });
  const search = page.getByPlaceholder("Search products...");
  await page.getByLabel("Sort").selectOption("price-desc");
  await search.pressSequentially("vine");
  release();
  // Somebody goes on typing while the page comes to life.
  await search.pressSequentially("gar", { delay: 150 });
  await page.waitForURL(/search=vinegar&sort=price-desc/);
  await hydrated(page);
  await expect(search).toHaveValue("vinegar");
  await expect(search).toBeFocused();
  await expect(page.getByLabel("Sort")).toHaveValue("price-desc");
  expect(errors).toEqual([]);
});

test("an error in the browser is not told as a product that is not there", async ({ page }) => {
  await page.goto("/products/premium-biochar");
  await hydrated(page);
  await page.evaluate(() => {
    // Not before something is typed: whatever the page draws by itself would fail as well.
    const breakFormat = () =>
      Object.defineProperty(Intl.NumberFormat.prototype, "format", {
        get: () => {
          throw new Error("broken by an extension");
        },
      });
    window.addEventListener("input", breakFormat, { capture: true, once: true });
  });
  await page.getByLabel("Area (m²)").fill("3");
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await expect(page.getByText("Product Not Found")).toHaveCount(0);
});

test("a page whose file is gone since the shop was updated is loaded again, once", async ({ page }) => {
  await signInAsManager(page, "/admin");
  await page.route("**/assets/analytics-panel-*.js", (route) => route.fulfill({ status: 404, body: "gone" }));
  let loaded = 0;
  page.on("load", () => {
    loaded += 1;
  });
  await page.getByRole("link", { name: "Analytics", exact: true }).first().click();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect.poll(() => loaded).toBe(1);
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await page.unroute("**/assets/analytics-panel-*.js");
  await page.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.locator('main svg[role="img"]').first()).toBeVisible();
});
