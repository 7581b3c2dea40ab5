import { expect, test } from "playwright/test";
import { javaScriptIsOn, visit } from "../support/shop.ts";

test("a reader loads all articles, searches them and clears the search @both", async ({ page }) => {
  await visit(page, "/blog");
  const titles = page.locator("main article h2");
  await expect(titles).toHaveCount(6);

  await page.getByRole("link", { name: "Load More Articles" }).click();
  // And more where staff publish one meanwhile.
  await expect(titles.nth(8)).toBeVisible();
  await expect(page.getByRole("button", { name: "All articles shown" })).toBeDisabled();
  if (javaScriptIsOn()) await expect(titles.nth(6).getByRole("link")).toBeFocused();

  const search = page.getByPlaceholder("Search articles...");
  await search.fill("NOTHING is called this");
  await search.press("Enter");
  await expect(page.getByText("No articles found matching your search.")).toBeVisible();
  await page.getByRole("button", { name: "Clear Search" }).click();
  await expect(titles).toHaveCount(6);

  await search.fill("CHARGE IT");
  await search.press("Enter");
  await expect(titles).toHaveCount(1);
  await expect(page.locator("main article time")).toHaveText("March 08, 2025");
});

test("the way to the research report opens and closes, with JavaScript and without @both", async ({
  page,
}) => {
  await visit(page, "/science");
  const opener = page.getByRole("button", { name: "Download Research Report" });
  const dialog = page.getByRole("dialog", { name: "Access Research Reports" });
  await opener.click();
  await expect(dialog.getByRole("link", { name: "Create Free Account" })).toHaveAttribute(
    "href",
    "/register",
  );
  await expect(dialog.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
