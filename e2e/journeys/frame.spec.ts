import { expect, test } from "playwright/test";
import { newSignedInCustomer } from "../support/accounts.ts";
import { readPage } from "../support/read-page.ts";
import { addToCart, settled, visit } from "../support/shop.ts";
import { signInAsManager } from "../support/staff.ts";

test("the frame, the catalogue, a product and what is missing say what they should", async ({ request }) => {
  const catalogue = await readPage(request, "/products");
  for (const words of [
    "Home About Manufacturing EBC Certification International Biochar Initiative Verified Carbon Standard Puro Earth The Science Shop Q&A Blog Applications Community Impact Contact Login",
    "Home About Us Products Science & Research Blog Contact",
    "Premium Biochar Biochar Compost Mix Specialized Plant Biochar Bulk Orders Commercial Solutions",
    "Privacy Policy Terms of Service Cookie Policy",
  ])
    expect.soft(catalogue.frame).toContain(words);
  expect.soft(catalogue.frame).not.toMatch(/Admin Dashboard|log ?out|sign out/i);
  for (const words of [
    "Our Products",
    "Activated Biochar",
    "All Categories",
    "Bestseller",
    "Fine-grade biochar for beds, borders and vegetable plots.",
    "£24.99",
  ])
    expect.soft(catalogue.main).toContain(words);
  expect.soft(catalogue.main).toContain("Name (A-Z) Name (Z-A) Price (Low to High) Price (High to Low)");

  const product = await readPage(request, "/products/premium-biochar");
  for (const words of [
    "Back to Products",
    "Category: Soil Improvement",
    "In Stock (",
    "Free shipping on orders over £50",
    "Product Details",
    "Holds water and nutrients where roots can reach them",
    "Made from sustainable British forestry wood",
    "Add to Cart",
  ])
    expect.soft(product.main).toContain(words);

  const none = await readPage(request, "/products?search=nothing-is-called-this");
  expect.soft(none.main).toContain("No products found matching your criteria.");
  expect.soft(none.main).toContain("Clear Filters");

  const missing = await readPage(request, "/products/no-such-product");
  expect.soft(missing.status).toBe(404);
  expect.soft(missing.main).toContain("Product Not Found");
  expect.soft(missing.main).toContain("Sorry, we couldn't find the product you're looking for.");
  expect.soft(missing.main).toContain("Back to Products");

  const nowhere = await readPage(request, "/no-such-page");
  expect.soft(nowhere.status).toBe(404);
  expect.soft(nowhere.main).toContain("404 Page Not Found");
  expect.soft(nowhere.main).toContain("app/routes.ts");
});

test("sub-menus, the cart drawer with its badge, the menu of a phone, and filters that are cleared", async ({
  page,
}) => {
  await visit(page, "/products/premium-biochar");
  const main = page.getByRole("navigation", { name: "Main" });
  const sublink = main.getByRole("link", { name: "EBC Certification" });
  await expect(sublink).toBeHidden();
  await main.getByRole("link", { name: "Manufacturing" }).hover();
  await expect(sublink).toBeVisible();

  const quantity = page.locator('main input[type="number"][name="quantity"]');
  await quantity.fill("");
  await quantity.press("Tab");
  await expect(quantity).toHaveValue("1");
  await addToCart(page, 2);
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByRole("link", { name: "Premium Biochar" }).first()).toBeVisible();
  await expect(drawer.getByRole("combobox").locator("option")).toHaveText(
    Array.from({ length: 10 }, (_, index) => String(index + 1)),
  );
  for (const words of ["£24.99", "Subtotal", "£49.98", "£4.99", "£54.97"])
    await expect(drawer.getByText(words).first()).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
  await drawer.getByRole("button", { name: "Continue Shopping" }).click();
  await expect(drawer).toBeHidden();
  const cart = page.getByRole("banner").getByRole("link", { name: /cart/i });
  await expect(cart).toContainText("2");
  await cart.click();
  await drawer.getByRole("button", { name: /remove/i }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await drawer.getByRole("button", { name: "Continue Shopping" }).click();
  await expect(cart).not.toContainText(/\d/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Menu").click();
  await main.getByRole("link", { name: "About" }).click();
  await page.waitForURL("**/about");
  await settled(page);
  await expect(main.getByRole("link", { name: "About" })).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => localStorage.setItem("user", JSON.stringify({ role: "admin" })));
  await visit(page, "/products?search=nothing-is-called-this&category=Industrial&sort=price-desc");
  await expect(main.getByRole("link", { name: "Admin Dashboard" })).toHaveAttribute("href", "/admin");
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^\d+ products$/ })).toBeVisible();
  await expect(page.getByPlaceholder("Search products...")).toHaveValue("");
  await expect(page.getByLabel("Category")).toHaveValue("all");
  await expect(page.getByLabel("Sort")).toHaveValue("price-desc");
});

for (const { kind, label, place } of [
  { kind: "a customer", label: "Account", place: "/account" },
  { kind: "a shop manager", label: "Dashboard", place: "/admin" },
]) {
  test(`${kind} who is signed in finds the way back in header, footer and at the sign-in`, async ({
    page,
  }) => {
    if (kind === "a customer") await newSignedInCustomer(page.request);
    else await signInAsManager(page, "/admin");
    for (const path of ["/cart", "/products"]) {
      // What comes without scripts.
      const html = await (await page.request.get(path)).text();
      expect(html.match(/<a [^>]*href="\/login"/g)).toBeNull();
      await visit(page, path);
      await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveCount(0);
      const way = { name: label, exact: true };
      await expect(page.getByRole("contentinfo").getByRole("link", way)).toHaveAttribute("href", place);
      await expect(page.getByRole("banner").locator(`a[href="${place}"]`).first()).toBeAttached();
    }
    await visit(page, "/login");
    await expect(page.locator("main").locator(`a[href="${place}"]`)).toBeVisible();
    await visit(page, "/account");
    await expect(page.locator('main a[href="/admin"]')).toHaveCount(place === "/admin" ? 1 : 0);
  });
}

test("a page scrolls smoothly only to where a link within it leads", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, "/privacy");
  const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await behaviour()).toBe("auto");
  await page.getByRole("banner").getByRole("link").first().focus();
  expect(await behaviour()).toBe("auto");
  await page.locator('main a[href^="#"]').first().click();
  expect(await behaviour()).toBe("smooth");
});

test("an error keeps what stands around the page, is named in the title, and tells nobody its address", async ({
  page,
}) => {
  const banner = page.getByRole("banner");
  const heading = page.getByRole("heading", { level: 1 });
  for (const path of ["/orders/INV-1/withdraw?t=x", "/blog/no-such-article"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(response?.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    await expect(heading).toHaveText("404 Page Not Found");
    await expect(page).toHaveTitle(/^404 Page Not Found \| ./);
    await expect(banner.getByRole("link", { name: "Login" }).first()).toBeAttached();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Cookie Policy" })).toBeVisible();
  }
  await newSignedInCustomer(page.request);
  await page.goto("/admin/users");
  await expect(heading).toHaveText("Access Denied");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Cookie Policy" })).toBeVisible();
  await signInAsManager(page, "/admin");
  const response = await page.goto("/admin/batches/NO-SUCH/recall");
  expect(response?.status()).toBe(404);
  await expect(heading).toHaveText("404 Page Not Found");
  await expect(page.getByRole("navigation", { name: "Workplace" }).first()).toBeVisible();
});

test("a page that is not there any more takes the focus, and leaves the header as it stands", async ({
  page,
}) => {
  await visit(page, "/blog");
  await page.getByRole("banner").evaluate((header) => header.setAttribute("data-stands", ""));
  await page.route("**/blog/*.data*", (route) => {
    const gone = new URL(route.request().url());
    gone.pathname = "/blog/no-such-article.data";
    return route.continue({ url: gone.href });
  });
  await page.locator('main a[href^="/blog/"]:not([href*="rss"])').first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page).toHaveTitle(/^404 Page Not Found \| ./);
  await expect(page.locator("main#main")).toBeFocused();
  await expect(page.getByRole("banner")).toHaveAttribute("data-stands", "");
});
