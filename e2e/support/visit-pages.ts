import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "playwright/test";
import { z } from "zod";
import { findOrInstallJava } from "../../scripts/test/prerequisites.ts";
import { expectAccessible, frameOf, whatHidesFocus, whatIsBadlyMade } from "./accessibility.ts";
import type { ReadPage } from "./crawl.ts";
import { hydrated, javaScriptIsOn } from "./shop.ts";

/** An address without a page. */
const NOWHERE = "/an-empty-document";

/**
 * The pages as the server writes them, one after another in one document, which no script of the shop runs in: axe then
 * is there already, and a page takes a third of the time of a visit. Header, navigation and footer are looked at where
 * they come first, and where something is missing or has failed.
 */
export async function expectAllWellMade(page: Page, pages: readonly [path: string, page: ReadPage][]) {
  await page.setViewportSize({ width: 360, height: 800 });
  await openEmptyDocument(page);
  // For rings that only the keyboard brings.
  await page.keyboard.press("Tab");
  const frames = new Set<string>();
  for (const [path, { status, html }] of pages) {
    const frameSeen = await show(page, path, html, frames);
    const look = { frameSeen: frameSeen && status < 400 };
    const found = [...(await whatIsBadlyMade(page, look)), ...(await whatHidesFocus(page, look))];
    expect.soft(found, path).toEqual([]);
  }
}

async function openEmptyDocument(page: Page): Promise<void> {
  await forgetNotice(page);
  // Not of the shop, whose policy would not let the styles of the payment pages in.
  await page.route(`**${NOWHERE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await page.goto(NOWHERE);
}

/** Puts a page in the place of another, and waits for its styles and fonts. Tells whether its frame was there before. */
async function show(page: Page, path: string, html: string, frames: Set<string>): Promise<boolean> {
  await page.evaluate((html) => {
    const read = new DOMParser().parseFromString(html, "text/html");
    document.documentElement.replaceWith(document.adoptNode(read.documentElement));
  }, html);
  // Without scripts no event tells.
  await expect
    .poll(() => page.evaluate(stylesAreThere), { message: `styles of ${path}`, intervals: [0, 10, 25, 50] })
    .toBe(true);
  await unfold(page, path);
  const frame = await frameOf(page);
  const isSeen = frames.has(frame);
  frames.add(frame);
  return isSeen;
}

/** Runs in the page. */
function stylesAreThere(): boolean {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  if (sheets.some(({ sheet }) => sheet === null)) return false;
  document.body.getBoundingClientRect();
  return document.fonts.status === "loaded";
}

/** Of the steps of the opening an address unfolds one: they are looked at together. */
async function unfold(page: Page, path: string): Promise<void> {
  if (!path.startsWith("/admin/opening")) return;
  await page.evaluate(() => {
    for (const step of document.querySelectorAll<HTMLDetailsElement>("main details")) step.open = true;
  });
}

/** The message after a sign-in does not belong to the next page. */
async function forgetNotice(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "notice" });
}

/**
 * One person's visits of several pages; header, navigation and footer are checked on the first only. Without JavaScript
 * a visit is no more than what the server writes, which is shown without one.
 */
export async function expectAllAccessible(page: Page, pages: readonly [path: string, status: number][]) {
  if (!javaScriptIsOn()) return expectAllShownAccessible(page, pages);
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
        await hydrated(page);
        // The checkout of a complete form prepares the payment, and then its card form appears.
        await expect(page.locator("main [data-pending]")).toHaveCount(0);
        // After an error of the shop the page may lack the root data.
        const banner = page.getByRole("complementary", { name: "Test payments" });
        if (status < 500) await expect.soft(banner, path).toBeVisible();
      }
      await unfold(page, path);
      await expectAccessible(page, path, { frameSeen: index > 0, tabThrough: true });
    });
  }
  expect.soft(complaints, "what the browser complains of").toEqual([]);
}

async function expectAllShownAccessible(page: Page, pages: readonly [path: string, status: number][]) {
  await openEmptyDocument(page);
  const frames = new Set<string>();
  for (const [path, status] of pages) {
    await test.step(path, async () => {
      const response = await page.request.get(path);
      expect.soft(response.status(), `status of ${path}`).toBe(status);
      const frameSeen = await show(page, path, await response.text(), frames);
      await expectAccessible(page, path, { frameSeen, tabThrough: true });
    });
  }
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

const checker = fileURLToPath(new URL("build/dist/vnu.jar", import.meta.resolve("vnu-jar")));

const reportSchema = z.object({
  messages: z.array(
    z.object({ url: z.string(), type: z.string(), message: z.string(), extract: z.string().optional() }),
  ),
});

/**
 * The errors that the Nu HTML checker (the W3C's) finds in these pages, all in one run, because Java starts slowly.
 */
export async function htmlErrorsIn(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "pages-"));
  try {
    const names = [...pages.keys()];
    const files = names.map((_, index) => path.join(folder, `${index}.html`));
    await Promise.all(names.map((name, index) => writeFile(files[index] ?? "", pages.get(name) ?? "")));
    const { messages } = reportSchema.parse(JSON.parse(await check(files)));
    return messages
      .filter(({ type }) => type === "error")
      .map(({ url, message, extract = "" }) => {
        const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
        return `${name}: ${message} ${extract.replace(/\s+/g, " ")}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** For one short run, the quick compiler and the simple collector are fastest: half the time. */
const javaOptions = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"];
const checkerOptions = ["--format", "json", "--errors-only", "--exit-zero-always"];

function check(files: string[]): Promise<string> {
  const parameters = [...javaOptions, "-jar", checker, ...checkerOptions, ...files];
  return new Promise((resolve, reject) => {
    execFile(findOrInstallJava(), parameters, { maxBuffer: 64 * 2 ** 20 }, (error, _output, report) => {
      if (error) reject(error);
      else resolve(report);
    });
  });
}
