import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { javaScriptIsOn, settled } from "./shop.ts";

/** One person's visits of several pages; header, navigation and footer are checked on the first only. */
export async function expectAllAccessible(page: Page, pages: readonly [path: string, status: number][]) {
  const complaints = listen(page);
  for (const [index, [path, status]] of pages.entries()) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const response = await page.goto(path);
      expect.soft(response?.status(), `status of ${path}`).toBe(status);
      // The payment pages and the map do not use React.
      const ours = (await page.locator("main#main").count()) > 0;
      if (ours) {
        await settled(page);
        // The checkout of a complete form prepares the payment, and then its card form appears.
        if (javaScriptIsOn()) await expect(page.locator("main [data-pending]")).toHaveCount(0);
        // After an error of the shop the page may lack the root data.
        const banner = page.getByRole("complementary", { name: "Test payments" });
        if (status < 500) await expect.soft(banner, path).toBeVisible();
      }
      await expectAccessible(page, path, { frameSeen: index > 0, tabThrough: true });
    });
  }
  expect.soft(complaints, "what the browser complains of").toEqual([]);
}

/** The browser's console messages and failed requests, except that the page itself may be a 404. */
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
