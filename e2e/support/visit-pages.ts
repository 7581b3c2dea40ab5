import { expect, type Page, test } from "playwright/test";
import { expectAccessible, frameOf, whatHidesFocus, whatIsBadlyMade } from "./accessibility.ts";
import type { ReadPage } from "./crawl.ts";
import { javaScriptIsOn, settled } from "./shop.ts";

/** An address without a page. */
const NOWHERE = "/an-empty-document";

/**
 * The pages as the server writes them, one after another in one document, which no script of the shop runs in: axe then
 * is there already, and a page takes a third of the time of a visit. Header, navigation and footer are looked at where
 * they come first, and where something is missing or has failed.
 */
export async function expectAllWellMade(page: Page, pages: readonly [path: string, page: ReadPage][]) {
  await forgetNotice(page);
  await page.setViewportSize({ width: 360, height: 800 });
  // Not of the shop, whose policy would not let the styles of the payment pages in.
  await page.route(`**${NOWHERE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await page.goto(NOWHERE);
  // For rings that only the keyboard brings.
  await page.keyboard.press("Tab");
  const frames = new Set<string>();
  for (const [path, { status, html }] of pages) {
    await page.evaluate(show, html);
    const frame = await frameOf(page);
    const look = { frameSeen: frames.has(frame) && status < 400 };
    const found = [...(await whatIsBadlyMade(page, look)), ...(await whatHidesFocus(page, look))];
    expect.soft(found, path).toEqual([]);
    frames.add(frame);
  }
}

/** Runs in the page: puts another in its place. Resolves once its styles and fonts are there. */
async function show(html: string): Promise<void> {
  const read = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.replaceWith(document.adoptNode(read.documentElement));
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const loading = sheets.filter(({ sheet }) => sheet === null);
  await Promise.all(
    loading.map(
      (link) =>
        new Promise((resolve) => {
          link.onload = resolve;
          link.onerror = resolve;
        }),
    ),
  );
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}

/** The message after a sign-in does not belong to the next page. */
async function forgetNotice(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "notice" });
}

/** One person's visits of several pages; header, navigation and footer are checked on the first only. */
export async function expectAllAccessible(page: Page, pages: readonly [path: string, status: number][]) {
  await forgetNotice(page);
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
