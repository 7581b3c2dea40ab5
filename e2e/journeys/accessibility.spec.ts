import { expect, test } from "playwright/test";
import { expectAccessible, onDesksOnly, onlyInOneProject } from "../support/accessibility.ts";
import { addToCart, fillDetails, visit } from "../support/shop.ts";
import { fill, sitePages } from "../support/site-pages.ts";
import { makeFamily, signInAsAdministrator } from "../support/staff.ts";
import { type Viewer, viewers } from "../support/viewers.ts";
import { expectAllAccessible } from "../support/visit-pages.ts";

// Many pages in one test, each checked at three sizes: slow on a busy machine.
test.describe.configure({ timeout: 240_000 });

/** How many in one test, so that browsers share the work and each loads the shop's scripts only once. */
const AT_ONCE = 8;

test.describe("every page, with JavaScript and without it,", () => {
  onDesksOnly();

  for (const [viewer, become] of Object.entries(viewers)) {
    const pages = Object.entries(sitePages[viewer as Viewer]);
    for (let from = 0; from < pages.length; from += AT_ONCE) {
      const part = `${from + 1} to ${Math.min(from + AT_ONCE, pages.length)}`;
      test(`of the ${viewer}, ${part}, can be used by everyone`, async ({ page }) => {
        const ids = await become(page.request);
        // The message after a sign-in does not belong to the next page.
        await page.context().clearCookies({ name: "notice" });
        const chosen = pages.slice(from, from + AT_ONCE);
        await expectAllAccessible(
          page,
          chosen.map(([address, status]) => [fill(address, ids), status]),
        );
      });
    }
  }
});

test.describe("a product with sizes, pictures and documents,", () => {
  onDesksOnly();

  test("its forms and its changes can be used by everyone", async ({ page }) => {
    const { id, slug, archive } = await makeFamily(
      page.request,
      `Orchard Biochar ${test.info().project.name}`,
    );
    await page.context().clearCookies({ name: "notice" });
    await expectAllAccessible(page, [
      [`/products/${slug}`, 200],
      [`/admin/settings?tab=Products&edit=${id}`, 200],
      [`/admin?tab=audit&area=products&subject=${id}`, 200],
      ["/products?search=orchrad", 200],
    ]);
    await archive();
  });
});

test.describe("what opens in a page", () => {
  onlyInOneProject();

  test("the cart drawer and the card form can be used by everyone", async ({ page }) => {
    await visit(page, "/products/premium-biochar");
    await addToCart(page);
    await expectAccessible(page, "the cart drawer", { tabThrough: true });
    await visit(page, "/checkout");
    await fillDetails(page, "axe@example.com");
    await expect(page.getByRole("button", { name: /^Pay £/ })).toBeVisible();
    await expectAccessible(page, "the card form", { tabThrough: true });
  });

  test("a user's menu and dialogs can be used by everyone", async ({ page }) => {
    await signInAsAdministrator(page, "/admin/users?search=manager");
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await expectAccessible(page, "a user's menu");
    await page.getByRole("menuitem", { name: "Edit User" }).click();
    for (const tab of ["Basic Info", "Business", "CRM & Analytics", "Preferences"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectAccessible(page, `editing a user: ${tab}`, { tabThrough: true });
    }
    await visit(page, "/admin/users?add=user");
    await page.getByRole("button", { name: "Create User" }).click();
    await expectAccessible(page, "adding a user", { tabThrough: true });
  });
});
