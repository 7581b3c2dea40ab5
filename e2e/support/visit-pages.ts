import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { settled } from "./shop.ts";

/** One person's tour through pages, each looked at; header and footer on the first only. */
export async function expectAllAccessible(page: Page, pages: readonly [path: string, status: number][]) {
  const complaints = listen(page);
  for (const [index, [path, status]] of pages.entries()) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const response = await page.goto(path);
      expect.soft(response?.status(), `status of ${path}`).toBe(status);
      // The payment pages and the map are no pages of React.
      const ours = (await page.locator("main#main").count()) > 0;
      if (ours) {
        await settled(page);
        // The checkout of a full form prepares the payment, and its card form comes when that is done.
        await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
        // An error of the shop may have left it without what it knows of itself.
        const banner = page.getByRole("complementary", { name: "Test payments" });
        if (status < 500) await expect.soft(banner, path).toBeVisible();
      }
      await expectAccessible(page, path, { frameSeen: index > 0, tabThrough: true });
    });
  }
  expect.soft(complaints, "what the browser complains of").toEqual([]);
}

/** What a browser says in its console, and what did not arrive; that a page itself is a 404 is its own business. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    const { url } = message.location();
    if (url !== page.url()) complaints.push(`${page.url()}: ${message.text()} ${url}`);
  });
  return complaints;
}
