import { expect, type Page, test } from "playwright/test";
import { holdScriptsBack, settled } from "../support/shop.ts";

/** Every script that the page asks for, in order. */
function scriptsOf(page: Page): string[] {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") fetched.push(request.url());
  });
  return fetched;
}

/** Opens a page and leaves it alone until nothing is under way. */
async function openAndWait(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** What is pressed waits for the scripts for as long as a busy machine needs, not for two seconds. */
async function waitForScripts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms: number) => setTimeout(handler, ms === 2000 ? 60_000 : ms),
    });
  });
}

test("no script is fetched on a page for everybody before somebody does what needs one", async ({ page }) => {
  const fetched = scriptsOf(page);
  for (const path of [
    "/",
    "/products",
    "/products?search=char",
    "/products/premium-biochar",
    "/science",
    "/blog",
    "/blog/how-much-biochar-does-a-bed-need",
  ]) {
    await openAndWait(page, path);
    await page.mouse.wheel(0, 600);
    await page.waitForLoadState("networkidle");
    expect(fetched, path).toEqual([]);
  }
  await page.getByRole("banner").getByRole("link", { name: "Cart" }).hover();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
  await settled(page);
});

test("a cart pressed before any script is there opens the drawer once they are", async ({ page }) => {
  await waitForScripts(page);
  await openAndWait(page, "/science");
  await page.getByRole("banner").getByRole("link", { name: "Cart" }).click();
  await expect(page.getByRole("dialog", { name: "Your Cart" })).toBeVisible();
  await expect(page).toHaveURL(/\/science$/);
});

test("what is put into the cart before any script is there is in it once, and the drawer shows it", async ({
  page,
}) => {
  await waitForScripts(page);
  await openAndWait(page, "/products/premium-biochar");
  await page.locator('main input[name="quantity"]').first().fill("3");
  await page.locator("main").getByRole("button", { name: "Add to Cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByRole("combobox")).toHaveValue("3");
  await expect(page).toHaveURL(/\/products\/premium-biochar$/);
});

test("without a script that comes, what was pressed is done by the browser", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await openAndWait(page, "/products/premium-biochar");
  await page.locator("main").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" }).click();
  await page.waitForURL("**/cart");
});

test("with scripts that take too long, what was pressed is done by the browser", async ({ page }) => {
  await page.route("**/assets/*.js", () => new Promise(() => {}));
  await openAndWait(page, "/science");
  await page.getByRole("banner").getByRole("link", { name: "Cart" }).click();
  // The cart waits for its scripts, too.
  await page.waitForURL("**/cart", { waitUntil: "commit" });
});

test("what is typed and chosen before hydration stays, and the catalogue follows it", async ({ page }) => {
  const release = await holdScriptsBack(page);
  await openAndWait(page, "/products");
  await page.getByPlaceholder("Search products...").fill("vinegar");
  await page.getByLabel("Sort").selectOption("price-desc");
  release();
  await page.waitForURL(/search=vinegar&sort=price-desc/);
  await expect(page.getByPlaceholder("Search products...")).toHaveValue("vinegar");
  await expect(page.getByLabel("Sort")).toHaveValue("price-desc");
  await expect(
    page.locator("main").getByRole("link", { name: "Wood Vinegar", exact: true }).first(),
  ).toBeVisible();
});

test("a menu that is open stays open while the page comes to life", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAndWait(page, "/science");
  await page.getByLabel("Menu").click();
  const about = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
  await expect(about).toBeVisible();
  await settled(page);
  await expect(about).toBeVisible();
  await about.click();
  await page.waitForURL("**/about");
});

test("back leads to the page and the place that one came from", async ({ page }) => {
  await openAndWait(page, "/science");
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.evaluate(() => {
    location.href = "/about";
  });
  await page.waitForURL("**/about");
  await page.goBack();
  await page.waitForURL("**/science");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
});
