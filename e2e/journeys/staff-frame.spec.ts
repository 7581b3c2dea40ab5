import { expect, test } from "playwright/test";
import { headerNavigation } from "#app/components/layout/navigation.ts";
import { hydrated } from "../support/shop.ts";
import { newStaff, openAs, signInAsAdministrator } from "../support/staff.ts";

test.describe("the frame of staff's pages,", () => {
  test("has the shop's links in a menu, the account in another, and neither cart nor Login", async ({
    page,
  }) => {
    await openAs(page, await newStaff(page.request, "administrator"), "/admin");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: /^Cart|^Login$/ })).toHaveCount(0);
    const mark = page.getByRole("complementary", { name: "Test payments" });
    await expect(mark).toBeVisible();
    const [frame, stands] = [await header.boundingBox(), await mark.boundingBox()];
    if (!frame || !stands) throw new Error("The header or the mark beside it is not drawn.");
    expect(stands.y).toBeLessThan(frame.y + frame.height);
    const [work, foot] = [
      await page.locator("main").boundingBox(),
      await page.getByRole("contentinfo").boundingBox(),
    ];
    if (!work || !foot) throw new Error("The page or its foot is not drawn.");
    expect(work.y).toBeLessThan(frame.y + frame.height + 1);
    expect(foot.y).toBeGreaterThanOrEqual(work.y + work.height);
    await header.locator("summary", { hasText: "Website" }).click();
    const links = header.getByRole("navigation", { name: "Main" });
    for (const { label, to, children = [] } of headerNavigation) {
      for (const each of [{ label, to }, ...children]) {
        await expect(links.getByRole("link", { name: each.label, exact: true })).toHaveAttribute(
          "href",
          each.to,
        );
      }
    }
    await expect(links.getByRole("link", { name: "Admin Dashboard" })).toHaveAttribute("href", "/admin");
    await page.keyboard.press("Escape");
    await expect(links).toBeHidden();
    await header.locator("summary", { hasText: "Ada Admin" }).click();
    await expect(links).toBeHidden();
    await expect(header.getByText("Administrator", { exact: true })).toBeVisible();
    await expect(header.getByRole("link", { name: "Account settings" })).toHaveAttribute(
      "href",
      "/account/settings",
    );
    await header.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: /^Cart/ })).toBeVisible();
  });

  test("leads everywhere by what people do, and marks what was asked for before it comes, and where one is", async ({
    page,
  }) => {
    await signInAsAdministrator(page);
    const navigation = page.getByRole("navigation", { name: "Workplace" });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/admin\.data/, async (route) => {
      await released;
      await route.continue();
    });
    const audit = navigation.getByRole("link", { name: "Audit" });
    await audit.click();
    await expect(audit).toHaveAttribute("data-coming", "true");
    const orders = navigation.getByRole("link", { name: "Orders", exact: true });
    await expect(orders).toHaveAttribute("aria-current", "page");
    release();
    await expect(audit).toHaveAttribute("aria-current", "page");
    await expect(audit).not.toHaveAttribute("data-coming");
    await hydrated(page);
    for (const [label, address, heading] of [
      ["Packing", /\/admin\/packing$/, "Packing"],
      ["Catalogue", /\/admin\/settings\?tab=Products$/, "Store Settings"],
    ] as const) {
      await navigation.getByRole("link", { name: label }).last().click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible();
      await expect(page.locator("#main")).toBeFocused();
      await expect(navigation.getByRole("link", { name: label }).last()).toHaveAttribute(
        "aria-current",
        "page",
      );
      await hydrated(page);
    }
  });
});

test("the frame of staff's pages says above all else that it needs JavaScript @without-scripts", async ({
  page,
}) => {
  await openAs(page, await newStaff(page.request, "administrator"), "/admin");
  const needs = await page
    .locator("noscript p", { hasText: "Pages for staff need JavaScript" })
    .boundingBox();
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  if (!needs || !heading) throw new Error("The sentence or the heading is not drawn.");
  expect(needs.y).toBeLessThan(heading.y);
});

test.describe("the orders,", () => {
  test("are six presses of Tab away, and the whole row opens one", async ({ page }) => {
    await signInAsAdministrator(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the list" })).toBeFocused();
    await page.keyboard.press("Enter");
    const first = page.locator("main tbody tr").first();
    const number = first.getByRole("link").first();
    for (let presses = 1; (await first.locator(":focus").count()) === 0; presses += 1) {
      expect(presses).toBeLessThan(6);
      await page.keyboard.press("Tab");
    }
    const invoiceNumber = (await number.innerText()).trim();
    await first.getByRole("cell").nth(3).click();
    await expect(page.getByRole("dialog", { name: `Order ${invoiceNumber}` })).toBeVisible();
    await page.keyboard.press("Escape");
    // Another order may have come to the top of the list meanwhile.
    await page.getByRole("link", { name: invoiceNumber, exact: true }).click();
    await page.waitForURL(/\/admin\/orders\/\d+/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(invoiceNumber);
  });

  test("are on a phone's first screen, with a bar at its foot @phone", async ({ page }) => {
    await signInAsAdministrator(page);
    const bar = page.getByRole("navigation", { name: "Workplace" });
    for (const label of ["Today", "Orders", "Search", "Enquiries"]) {
      await expect(bar.getByRole("link", { name: label })).toBeInViewport();
    }
    await expect(page.locator("main tbody tr").first().getByRole("link").first()).toBeInViewport();
    await bar.getByText("More", { exact: true }).click();
    await bar.getByRole("link", { name: "Audit" }).click();
    await page.waitForURL(/tab=audit/);
    await expect(bar.getByRole("link", { name: "Audit" })).toBeHidden();
  });
});
