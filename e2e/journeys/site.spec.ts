import { createHash } from "node:crypto";
import { type APIRequestContext, expect, request as requests, test } from "playwright/test";
import { unsaidChoices } from "../support/browser-forms.ts";
import type { Crawl, ReadPage } from "../support/crawl.ts";
import { firstLoadOf, importedInCircles, tooMuchOf } from "../support/first-load.ts";
import { missingTexts } from "../support/page-texts.ts";
import { crawlAsViewer, oneOfEachKind } from "../support/pages.ts";
import { type Viewer, viewers } from "../support/viewers.ts";
import { expectAllWellMade, htmlErrorsIn } from "../support/visit-pages.ts";

// Hundreds of requests and a Java process: slow on a busy machine.
test.describe.configure({ timeout: 600_000 });

test("no file of scripts imports itself by way of others", () => {
  expect(importedInCircles()).toEqual([]);
});

test("the drawings of a page have the colours of its scheme", async ({ page }) => {
  await page.goto("/science");
  const shapes = page.locator('main svg [class*="fill-"]');
  expect(await shapes.count()).toBeGreaterThan(50);
  const black = await shapes.evaluateAll((all) =>
    all.filter((shape) => getComputedStyle(shape).fill === "rgb(0, 0, 0)").map((shape) => shape.outerHTML),
  );
  expect(black).toEqual([]);
});

for (const viewer of Object.keys(viewers) as Viewer[]) {
  test(`each page of the ${viewer} is whole, says its words, and is made for everyone`, async ({
    page,
    baseURL,
  }) => {
    const origin = new URL(baseURL ?? "").origin;
    const crawl = await crawlAsViewer(viewer, page.request, origin);
    const read = new Map(crawl.read);
    if (viewer === "visitor") {
      expect.soft([...whatSearchEnginesSee(crawl, origin)], "what search engines see").toEqual([]);
      for (const [path, sent] of await sendEmptyForms(page.request)) read.set(path, sent);
    }
    expectWhole(viewer, crawl.broken, read);
    await expectAllWellMade(page, oneOfEachKind(viewer, crawl.read));
  });
}

test("three pages of each kind, none too heavy, and valid HTML @deep", async ({ baseURL }) => {
  const { origin } = new URL(baseURL ?? "");
  const pages = new Map<string, string>();
  for (const viewer of Object.keys(viewers) as Viewer[]) {
    const someone = await requests.newContext({ baseURL: origin });
    const { broken, read } = await crawlAsViewer(viewer, someone, origin, 3);
    expectWhole(viewer, broken, read);
    // Of the build that is served: that of `npm test` and a first start has larger scripts.
    expect.soft([...tooHeavy(read)], "first loads of the shop that are too heavy").toEqual([]);
    for (const [path, { html }] of read) pages.set(`${viewer}: ${path}`, html);
    await someone.dispose();
  }
  // The checker takes longest, and a Java.
  expect.soft(await htmlErrorsIn(pages), "HTML errors").toEqual([]);
});

/** Nothing that somebody read is broken or without its words. */
function expectWhole(viewer: Viewer, broken: readonly string[], read: ReadonlyMap<string, ReadPage>): void {
  const unsaid = [...read].flatMap(([path, { html }]) =>
    unsaidChoices(html).map((name) => `${path}: ${name}`),
  );
  expect.soft(broken, "broken links, pictures and files").toEqual([]);
  expect.soft(unsaid, "selects whose choice is left to the browser").toEqual([]);
  expect.soft([...missingTexts(viewer, (path) => read.get(path)?.html)], "words of each page").toEqual([]);
  expect.soft([...withManyLinks(read)], "pages with more links than one request may ask for").toEqual([]);
}

async function sendEmptyForms(request: APIRequestContext): Promise<[string, ReadPage][]> {
  const sent: [string, ReadPage][] = [];
  for (const path of formsOfVisitors) {
    const response = await request.post(path, { form: {} });
    const status = response.status();
    expect.soft(status, `an empty form to ${path}`).toBeGreaterThanOrEqual(400);
    sent.push([`${path}, sent empty`, { status, html: await response.text() }]);
  }
  return sent;
}

/** Forms of visitors; empty ones come back with their errors. */
const formsOfVisitors = [
  "/login",
  "/admin/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/undo-email-change",
  "/contact",
  "/newsletter",
  "/checkout",
  // Not a page with a form.
  "/about",
];

/** Staff screens may weigh more; their sign-in screen is like any page of the shop. */
const STAFF = /^\/(admin|shop-manager)(?!\/login|-login)/;

function* tooHeavy(pages: ReadonlyMap<string, ReadPage>): Generator<string> {
  for (const [path, { html }] of pages) {
    if (STAFF.test(path)) continue;
    for (const what of tooMuchOf(firstLoadOf(html), path)) yield `${path}: ${what}`;
  }
}

/** The browser asks for the routes of the links that it sees, and the shop answers for a hundred at most. */
const MOST_DISCOVERED = 100;

function* withManyLinks(pages: ReadonlyMap<string, ReadPage>): Generator<string> {
  for (const [path, { html }] of pages) {
    const links = [...html.matchAll(/<a [^>]*data-discover="true"[^>]*>/g)].map(
      ([link]) => /href="([^"?#]*)/.exec(link)?.[1],
    );
    const count = new Set(links).size;
    if (count > MOST_DISCOVERED) yield `${path}: ${count}; rows' links take discover="none"`;
  }
}

/** Compares titles, canonical addresses, structured data and the sitemap with each other. */
function* whatSearchEnginesSee({ pages, mapped }: Crawl, origin: string): Generator<string> {
  const titles = new Map<string, string>();
  for (const [path, { title, canonical, noindex, structured, inlineScripts, policy }] of pages) {
    for (const { code, nonce } of inlineScripts) {
      const hash = createHash("sha256").update(code).digest("base64");
      const mayRun = policy.includes(`'sha256-${hash}'`) || (nonce && policy.includes(`'nonce-${nonce}'`));
      if (!mayRun) yield `${path}: a script that its policy does not let run`;
    }
    for (const { json } of structured) {
      if (!JSON.parse(json)["@type"]) yield `${path}: structured data of no type`;
    }
    if (noindex) {
      if (mapped.includes(path)) yield `${path} is in the map and wants not to be found`;
      continue;
    }
    if (!canonical) yield `${path} has no canonical address`;
    if (canonical !== origin + path) continue;
    if (!path.includes("?") && !mapped.includes(path)) yield `${path} is not in the map`;
    const same = titles.get(title);
    if (same !== undefined && !path.includes("?")) yield `${path} has the title of ${same}`;
    titles.set(title, path);
  }
}
