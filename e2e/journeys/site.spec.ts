import { createHash } from "node:crypto";
import { expect, request as requests, test } from "playwright/test";
import { unsaidChoices } from "../support/browser-forms.ts";
import { type Crawl, crawlAs, crawlSite } from "../support/crawl.ts";
import { firstLoadOf, importedInCircles, tooMuchOf } from "../support/first-load.ts";
import { htmlErrorsIn } from "../support/html-checker.ts";
import { missingWords } from "../support/page-words.ts";
import { beginningsOf, cookieOf, kindOf, routeAddresses } from "../support/pages.ts";
import { type Viewer, viewers } from "../support/viewers.ts";

// Hundreds of requests and a Java process: slow on a busy machine.
test.describe.configure({ timeout: 600_000 });

test("no file of scripts imports itself by way of others", () => {
  expect(importedInCircles()).toEqual([]);
});

test("the whole site, read without a browser: nothing is broken, its words are there", ({ baseURL }) =>
  readWholeSite(baseURL ?? "", 1));

test("the whole site, three pages of each kind that staff see, and its HTML is valid @deep", ({ baseURL }) =>
  readWholeSite(baseURL ?? "", 3));

async function readWholeSite(baseURL: string, ofEachKind: number): Promise<void> {
  const { origin } = new URL(baseURL);
  const publicPages = await crawlSite(origin, [...routeAddresses, ...beginningsOf("visitor", {})]);
  expect.soft([...whatSearchEnginesSee(publicPages, origin)], "what search engines see").toEqual([]);
  const broken = [...publicPages.broken];
  const readPages: ReadPage[] = [];
  for (const viewer of Object.keys(viewers) as Viewer[]) {
    const someone = await requests.newContext({ baseURL: origin });
    const begin = beginningsOf(viewer, await viewers[viewer](someone));
    let crawl = publicPages;
    if (viewer !== "visitor") {
      const cookie = await cookieOf(someone);
      crawl = await crawlAs(origin, { cookie, begin, from: routeAddresses, publicPages, kindOf, ofEachKind });
      broken.push(...crawl.broken.map((words) => `${viewer}: ${words}`));
    }
    for (const [path] of crawl.statuses) {
      readPages.push({
        viewer,
        path,
        html: crawl.pages.get(path)?.html ?? (await (await someone.get(path)).text()),
      });
    }
    await someone.dispose();
  }
  const request = await requests.newContext({ baseURL });
  for (const path of formsOfVisitors) {
    const response = await request.post(path, { form: {} });
    expect.soft(response.status(), `an empty form to ${path}`).toBeGreaterThanOrEqual(400);
    readPages.push({ viewer: "visitor", path: `${path}, sent empty`, html: await response.text() });
  }

  const unsaid = readPages.flatMap(({ viewer, path, html }) =>
    unsaidChoices(html).map((name) => `${viewer}: ${path}: ${name}`),
  );
  expect.soft(unsaid, "selects whose choice is left to the browser").toEqual([]);
  expect.soft(broken, "broken links, pictures and files").toEqual([]);
  const htmlOf = (viewer: Viewer, path: string) =>
    readPages.find((page) => page.viewer === viewer && page.path === path)?.html;
  expect.soft([...missingWords(htmlOf)], "words of each page").toEqual([]);
  expect.soft([...tooHeavy(readPages)], "first loads of the shop that are too heavy").toEqual([]);
  expect
    .soft([...withManyLinks(readPages)], "pages with more links than one request may ask for")
    .toEqual([]);
  // The checker takes longest, and a Java.
  if (ofEachKind === 1) return;
  const pages = new Map(readPages.map(({ viewer, path, html }) => [`${viewer}: ${path}`, html]));
  expect.soft(await htmlErrorsIn(pages), "HTML errors").toEqual([]);
}

interface ReadPage {
  viewer: Viewer;
  path: string;
  html: string;
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

function* tooHeavy(pages: readonly ReadPage[]): Generator<string> {
  for (const { path, html } of pages) {
    if (STAFF.test(path)) continue;
    for (const what of tooMuchOf(firstLoadOf(html), path)) yield `${path}: ${what}`;
  }
}

/** The browser asks for the routes of the links that it sees, and the shop answers for a hundred at most. */
const MOST_DISCOVERED = 100;

function* withManyLinks(pages: readonly ReadPage[]): Generator<string> {
  for (const { viewer, path, html } of pages) {
    const links = [...html.matchAll(/<a [^>]*data-discover="true"[^>]*>/g)].map(
      ([link]) => /href="([^"?#]*)/.exec(link)?.[1],
    );
    const count = new Set(links).size;
    if (count > MOST_DISCOVERED) yield `${viewer}: ${path}: ${count}; rows' links take discover="none"`;
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
