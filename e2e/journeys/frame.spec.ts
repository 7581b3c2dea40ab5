import { expect, test } from "playwright/test";
import { newSignedInCustomer } from "../support/accounts.ts";
import { addToCart, hydrated, readPage, visit } from "../support/shop.ts";
import { staffOf } from "../support/staff.ts";

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
  const line = drawer.getByRole("list", { name: "Cart" }).getByRole("listitem");
  await expect(line.getByText("£49.98", { exact: true })).toBeVisible();
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
  await hydrated(page);
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
    request,
  }) => {
    const person = kind === "a customer" ? request : (await staffOf(request, "shop_manager")).office;
    if (kind === "a customer") await newSignedInCustomer(request);
    for (const path of ["/cart", "/products"]) {
      const { frame, linkTo } = await readPage(person, path);
      expect(linkTo("Login"), path).toBeUndefined();
      expect(linkTo(label), path).toBe(place);
      // In the footer as well.
      expect(frame.match(new RegExp(`\\b${label}\\b`, "g"))?.length, path).toBeGreaterThan(1);
    }
    expect((await (await person.get("/login")).text()).split("<main")[1]).toContain(`href="${place}"`);
    const account = (await (await person.get("/account")).text()).split("<main")[1]?.split("</main")[0];
    expect(account?.includes('href="/admin"')).toBe(place === "/admin");
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
  request,
}) => {
  for (const path of ["/orders/INV-1/withdraw?t=x", "/blog/no-such-article"]) {
    const response = await request.get(path);
    expect(response.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(await response.text()).toMatch(/<title>404 Page Not Found \| ./);
    const { status, main, frame, linkTo } = await readPage(request, path);
    expect([status, linkTo("Login")], path).toEqual([404, "/login"]);
    expect(main).toContain("404 Page Not Found");
    expect(frame).toContain("Cookie Policy");
  }
  await newSignedInCustomer(request);
  const refused = await readPage(request, "/admin/users");
  expect(refused.main).toContain("Access Denied");
  expect(refused.frame).toContain("Cookie Policy");
  const { office } = await staffOf(request, "shop_manager");
  const { status, main, frame } = await readPage(office, "/admin/batches/NO-SUCH/recall");
  expect(status).toBe(404);
  expect(main).toContain("404 Page Not Found");
  expect(frame).toContain("Packing");
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

/** The sections in order, each with its text and its links. */
const sections: [heading: string, links: string[]][] = [
  ["Biochar for living soil", ["/products", "/about"]],
  ["Activated Biochar for steadier digesters", ["/products", "/blog"]],
  ["One handful, many small rooms", []],
  ["Carbon Offset Calculator", []],
  ["How much do I need?", []],
  ["Our Products", ["/products"]],
  ["Why our biochar is world class", ["/products"]],
  ["Newsletter and knowledge resources", []],
];

test("the home page has its sections in order, with their links and at most four products", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const places = sections.map(([heading]) => main.indexOf(heading));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const [index, [heading, links]] of sections.entries()) {
    const text = main.slice(places[index], places[index + 1]);
    for (const link of links) expect(text, `${heading} leads to ${link}`).toContain(`href="${link}"`);
  }
  const products = main.slice(places[5], places[6]);
  expect(products).toContain("View All Products");
  const cards = new Set([...products.matchAll(/href="(\/products\/[\w-]+)"/g)].map(([, path]) => path));
  expect(cards.size).toBeGreaterThan(0);
  expect(cards.size).toBeLessThanOrEqual(4);
  expect([...cards]).not.toContain("/products/biochar-masks");
});
