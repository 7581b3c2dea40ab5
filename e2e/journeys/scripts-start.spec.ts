import { expect, test } from "playwright/test";
import { holdBack, hydrated, scripts } from "../support/shop.ts";

test("scripts begin by themselves, once the page is there", async ({ page }) => {
  for (const path of ["/", "/checkout"]) {
    await page.goto(path);
    await hydrated(page);
    const { loaded, fetched } = await page.evaluate(() => ({
      loaded: (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd,
      fetched: performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(fetched.length, path).toBeGreaterThan(0);
    expect(Math.min(...fetched), path).toBeGreaterThanOrEqual(loaded);
  }
});

test("without a script that comes, what is pressed is done by the browser", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/products/premium-biochar");
  await page.locator("main").getByRole("button", { name: "Add to Cart" }).first().click();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" }).click();
  await page.waitForURL("**/cart");
});

test("a menu that is open stays open while the page comes to life", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdBack(page, scripts);
  await page.goto("/science", { waitUntil: "commit" });
  await page.getByLabel("Menu").click();
  const about = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
  await expect(about).toBeVisible();
  release();
  await hydrated(page);
  await expect(about).toBeVisible();
  await about.click();
  await page.waitForURL("**/about");
});

test("a quantity that is typed while the page comes to life is the calculator's", async ({ page }) => {
  const release = await holdBack(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  const offset = page.getByRole("region", { name: "Carbon Offset Calculator" });
  await offset.getByLabel("Biochar quantity (kg)").fill("250");
  release();
  await expect(offset.getByRole("slider", { name: "Biochar quantity" })).toHaveValue("250");
  await offset.getByRole("button", { name: "Calculate Carbon Offset" }).click();
  await expect(offset.getByText("900 kg", { exact: true })).toBeVisible();
});

test("back leads to the page and the place that one came from", async ({ page }) => {
  await page.goto("/science");
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
