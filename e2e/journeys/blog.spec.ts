import { expect, type Route, test } from "playwright/test";
import { javaScriptIsOn, visit } from "../support/shop.ts";

test("a reader loads all articles, searches them, clears the search and reads one @both", async ({
  page,
}) => {
  await visit(page, "/blog");
  const newsletter = page.getByRole("region", { name: "Newsletter and knowledge resources" });
  await expect(newsletter.locator('input[name="source"]')).toHaveValue("blog");
  await expect(newsletter.getByLabel("Email")).toHaveAttribute("type", "email");
  const loading = page.getByText("Loading community impact data...");
  const seenLoading = async (route: Route) => {
    await loading.waitFor();
    await route.continue();
  };
  if (javaScriptIsOn()) await page.route(/\/blog\.data\?.*tab=community/, seenLoading, { times: 1 });
  await page.getByRole("link", { name: "Community Impact" }).click();
  await expect(page.getByRole("heading", { name: "Leaderboard" })).toBeVisible();
  await page.getByRole("link", { name: "Articles" }).click();

  const titles = page.locator("main article h2");
  await expect(titles).toHaveCount(6);

  await page.getByRole("link", { name: "Load More Articles" }).click();
  await expect(titles).toHaveCount(9);
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
  await page.getByRole("link", { name: "Read More about “Charge it before you dig it in”" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Charge it before you dig it in" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "What an empty pore does" })).toBeVisible();
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", /\/blog\/charge-it-before-you-dig-it-in$/);
});

test("answers open one beside another", async ({ page }) => {
  await visit(page, "/qa");
  await expect(page.locator("main h2")).toHaveCount(6);
  const first = page.locator("main details").nth(0);
  const second = page.locator("main details").nth(5);
  await first.locator("summary").click();
  await second.locator("summary").click();
  await expect(first).toHaveAttribute("open");
  await expect(second).toHaveAttribute("open");
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
