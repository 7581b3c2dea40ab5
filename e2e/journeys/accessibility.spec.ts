import { expect, type Page, test } from "playwright/test";
import { expectAccessible, expectWellMade } from "../support/accessibility.ts";
import type { ReadPage } from "../support/crawl.ts";
import { crawlAsViewer, oneOfEachKind, oneOfEachLook } from "../support/pages.ts";
import { addToCart, fillDetails, javaScriptIsOn, visit } from "../support/shop.ts";
import { makeFamily, signInAsAdministrator } from "../support/staff.ts";
import { type Viewer, viewers } from "../support/viewers.ts";
import { expectAllAccessible, expectAllWellMade } from "../support/visit-pages.ts";

// Many pages in one test: slow on a busy machine.
test.describe.configure({ timeout: 600_000 });

/** In how many tests the pages of those with many are visited, so that browsers share the work. */
const parts: Partial<Record<Viewer, number>> = { visitor: 3, administrator: 4 };

/** Staff have JavaScript. */
const staff: readonly string[] = ["administrator", "manager", "packer"] satisfies Viewer[];

for (const viewer of Object.keys(viewers) as Viewer[]) {
  const cells = staff.includes(viewer) ? "@deep" : "@deep @both";
  const { [viewer]: count = 1 } = parts;
  for (let part = 0; part < count; part += 1) {
    const which = count === 1 ? "each page" : `part ${part + 1} of ${count} of the pages`;
    test(`${which} of the ${viewer} can be used by everyone in all sizes and colours ${cells}`, async ({
      page,
      baseURL,
    }) => {
      const { read } = await crawlAsViewer(viewer, page.request, baseURL ?? "");
      const pages = oneOfEachLook(oneOfEachKind(viewer, read)).filter((_, index) => index % count === part);
      await expectAllAccessible(
        page,
        pages.map(([path, { status }]) => [path, status]),
      );
    });
  }
}

/** As a small phone has them, without a visit. */
async function lookAt(page: Page, paths: readonly string[]): Promise<void> {
  const read = paths.map(async (path): Promise<[string, ReadPage]> => {
    const response = await page.request.get(path);
    return [path, { status: response.status(), html: await response.text() }];
  });
  await expectAllWellMade(page, await Promise.all(read));
}

const visitAll = (page: Page, paths: readonly string[]) =>
  expectAllAccessible(
    page,
    paths.map((path) => [path, 200]),
  );

for (const [how, look] of [
  ["is made for everyone", lookAt],
  ["can be used by everyone in all sizes and colours @deep @both", visitAll],
] as const) {
  test(`a product with sizes, pictures and documents, its forms and its changes: each page ${how}`, async ({
    page,
  }) => {
    const family = `Orchard Biochar ${test.info().testId.slice(-6)}`;
    const { id, slug, archive } = await makeFamily(page.request, family);
    await look(page, [`/products/${slug}`, "/products?search=orchrad"]);
    if (javaScriptIsOn()) {
      await signInAsAdministrator(page);
      await look(page, [
        `/admin/settings?tab=Products&edit=${id}`,
        `/admin?tab=audit&area=products&subject=${id}`,
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
