import { expect, test } from "playwright/test";
import { expectAccessible, expectAllAccessible, onlyInOneProject } from "../support/accessibility.ts";
import { signInAs } from "../support/accounts.ts";
import { addToCart, fillDetails, visit } from "../support/shop.ts";
import { signInAsAdministrator, signInAsManager } from "../support/staff.ts";

onlyInOneProject();
// Many pages in one test, each looked at twice: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 });

// No axe finding, and nothing wider than the screen. Groups, so that one browser loads the shop's scripts once.
const groups = {
  "the catalogue": [
    "/",
    "/?kg=250",
    "/products",
    "/products?search=nothing-is-called-this",
    "/products/premium-biochar",
    "/products/no-such-product",
  ],
  "an empty cart and what follows it, and how to write to us": [
    "/cart",
    "/checkout",
    "/checkout-success",
    "/order-confirmation",
    "/contact",
    "/newsletter",
    "/newsletter?step=resources",
    "/newsletter/verify?status=error",
    "/newsletter/unsubscribe",
    "/no-such-page",
  ],
  "the pages that tell": [
    "/about",
    "/community",
    "/blog?tab=community&view=achievements",
    "/manufacturing",
    "/manufacturing/ebc-certification",
    "/manufacturing/international-biochar-initiative",
    "/manufacturing/co2-certification",
    "/manufacturing/puro-earth",
    "/applications",
    "/science",
  ],
  "the terms of the shop and what it gives away": [
    "/resources",
    "/delivery",
    "/returns",
    "/terms",
    "/privacy",
    "/cookies",
    "/accessibility",
  ],
  "signing in and up": [
    "/login",
    "/admin/login",
    "/admin",
    "/admin/users",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/reset-password?token=x",
    "/verify-email",
    "/account",
  ],
};

for (const [name, paths] of Object.entries(groups)) {
  test(`${name} can be used by everyone`, async ({ page }) => {
    await expectAllAccessible(page, paths, { dark: true });
  });
}

test("a filled cart and its checkout can be used by everyone", async ({ page }) => {
  await visit(page, "/products/premium-biochar");
  await addToCart(page);
  await expectAccessible(page, "the cart drawer");
  await expectAllAccessible(page, ["/cart", "/checkout"]);
  await fillDetails(page, "axe@example.com");
  await expect(page.getByRole("button", { name: /^Pay £/ })).toBeVisible();
  await expectAccessible(page, "the card form");
});

test("a customer's pages can be used by everyone", async ({ page }) => {
  await signInAs(page, { email: "", username: "customer", password: "biochar-demo" });
  await expectAllAccessible(page, [
    "/account",
    "/account/settings?tab=profile",
    "/account/settings?tab=security",
    "/account/settings?tab=orders",
    "/account/settings?tab=support",
    "/customer-dashboard",
    "/customer-dashboard?tab=profile",
  ]);
});

test("every tab of the store settings, and the audit, can be used by everyone", async ({ page }) => {
  await signInAsAdministrator(page);
  const tabs = ["General", "Tax", "Shipping", "Payments", "Orders", "Customers", "Products"];
  await expectAllAccessible(page, [...tabs.map((tab) => `/admin/settings?tab=${tab}`), "/admin?tab=audit"]);
});

test("the admin dashboard and an order's details can be used by everyone", async ({ page }) => {
  await signInAsAdministrator(page);
  await expectAccessible(page);
  await page
    .getByRole("link", { name: /View Details/ })
    .or(page.getByRole("button", { name: /View Details/ }))
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "an order's details");
  await expectAllAccessible(page, [
    "/admin?tab=orders&view=all",
    "/admin?tab=orders&view=all&search=zz",
    "/admin?tab=analytics",
    "/admin?tab=analytics&view=vat",
    "/admin?tab=reconciliation",
    "/admin?tab=customers",
    "/admin?tab=enquiries",
    "/admin?tab=emails",
    "/admin?tab=emails&state=failed",
    "/admin?tab=api-keys",
  ]);
});

test("the users and their dialogs can be used by everyone", async ({ page }) => {
  await signInAsAdministrator(page);
  await visit(page, "/admin/users?search=manager");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expectAccessible(page, "a user's menu");
  await page.getByRole("menuitem", { name: "Edit User" }).click();
  for (const tab of ["Basic Info", "Business", "CRM & Analytics", "Preferences"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expectAccessible(page, `editing a user: ${tab}`);
  }
  await visit(page, "/admin/users?add=user");
  await page.getByRole("button", { name: "Create User" }).click();
  await expectAccessible(page, "adding a user");
});

test("the shop manager's tabs can be used by everyone", async ({ page }) => {
  await signInAsManager(page, "/shop-manager");
  await expectAllAccessible(
    page,
    ["orders", "customers", "products"].map((tab) => `/shop-manager?tab=${tab}`),
  );
});
