import { expect, type Page, test } from "playwright/test";
import { expectAccessible, expectWellMade } from "../support/accessibility.ts";
import { addToCart, fillDetails, javaScriptIsOn, visit } from "../support/shop.ts";
import { fill, sitePages } from "../support/site-pages.ts";
import { makeFamily, signInAsAdministrator } from "../support/staff.ts";
import { type Viewer, viewers } from "../support/viewers.ts";
import { expectAllAccessible, expectAllWellMade } from "../support/visit-pages.ts";

// Many pages in one test: slow on a busy machine.
test.describe.configure({ timeout: 600_000 });

/** How many visits in one test, so that browsers share the work and each loads the shop's scripts only once. */
const AT_ONCE = 27;

/** Staff have JavaScript. */
const staff: readonly string[] = ["administrator", "manager", "packer"] satisfies Viewer[];

for (const [viewer, become] of Object.entries(viewers)) {
  const pages = Object.entries(sitePages[viewer as Viewer]);

  test(`each page of the ${viewer} is made for everyone`, async ({ page }) => {
    const ids = await become(page.request);
    await expectAllWellMade(
      page,
      pages.map(([address, status]) => [fill(address, ids), status]),
    );
  });

  const cells = staff.includes(viewer) ? "@deep" : "@deep @both";
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const part = `${from + 1} to ${Math.min(from + AT_ONCE, pages.length)}`;
    test(`pages ${part} of the ${viewer} can be used by everyone in all sizes and colours ${cells}`, async ({
      page,
    }) => {
      const ids = await become(page.request);
      const chosen = pages.slice(from, from + AT_ONCE);
      await expectAllAccessible(
        page,
        chosen.map(([address, status]) => [fill(address, ids), status]),
      );
    });
  }
}

for (const [how, look] of [
  ["is made for everyone", expectAllWellMade],
  ["can be used by everyone in all sizes and colours @deep @both", expectAllAccessible],
] as const) {
  test(`a product with sizes, pictures and documents, its forms and its changes: each page ${how}`, async ({
    page,
  }) => {
    const family = `Orchard Biochar ${test.info().testId.slice(-6)}`;
    const { id, slug, archive } = await makeFamily(page.request, family);
    await look(page, [
      [`/products/${slug}`, 200],
      ["/products?search=orchrad", 200],
    ]);
    if (javaScriptIsOn()) {
      await signInAsAdministrator(page);
      await look(page, [
        [`/admin/settings?tab=Products&edit=${id}`, 200],
        [`/admin?tab=audit&area=products&subject=${id}`, 200],
      ]);
    }
    await archive();
  });
}

/** What opens on a page: in the fast run as it is on a small phone, in the deep one in all sizes and colours. */
const looks = [
  { how: "is made for everyone", look: expectWellMade, lookByKeyboard: expectWellMade },
  {
    how: "can be used by everyone in all sizes and colours @deep",
    look: (page: Page, name: string) => expectAccessible(page, name),
    lookByKeyboard: (page: Page, name: string) => expectAccessible(page, name, { tabThrough: true }),
  },
];

for (const { how, look, lookByKeyboard } of looks) {
  test(`the cart drawer and the card form: each ${how}`, async ({ page }) => {
    await visit(page, "/products/premium-biochar");
    await addToCart(page);
    await lookByKeyboard(page, "the cart drawer");
    await visit(page, "/checkout");
    await fillDetails(page, "axe@example.com");
    await expect(page.getByRole("button", { name: /^Pay £/ })).toBeVisible();
    await lookByKeyboard(page, "the card form");
  });

  test(`a user's menu and dialogs: each ${how}`, async ({ page }) => {
    await signInAsAdministrator(page, "/admin/users?search=manager");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await look(page, "a user's menu");
    await page.getByRole("menuitem", { name: "Edit User" }).click();
    for (const tab of ["Basic Info", "Business", "CRM & Analytics", "Preferences"]) {
      await page.getByRole("tab", { name: tab }).click();
      await lookByKeyboard(page, `editing a user: ${tab}`);
    }
    await visit(page, "/admin/users?add=user");
    await page.getByRole("button", { name: "Create User" }).click();
    await lookByKeyboard(page, "adding a user");
  });
}
