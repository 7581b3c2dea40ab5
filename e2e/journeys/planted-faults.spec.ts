import { expect, type Page, test } from "playwright/test";
import { lookForFaults } from "../support/accessibility.ts";
import { javaScriptIsOn } from "../support/shop.ts";

// The checks of accessibility.spec.ts find what they are for: each fault here is planted in a page that is well without it.

interface Fault {
  name: string;
  /** In the page's main part. */
  html: string;
  css?: string;
  /** What is said of it, and where; with scripts alone when the other pass does not look for it. */
  found: RegExp;
  at: RegExp;
  withScriptsOnly?: boolean;
}

const ring =
  "a, button, input { outline-offset: 2px } :focus-visible { outline: 2px solid light-dark(#000, #fff) }";

const faults: Fault[] = [
  {
    name: "a link that does not show its focus",
    html: '<p><a class="bare" href="/a">Away</a></p>',
    css: ".bare:focus-visible { outline: none }",
    found: /^shows no focus: <a class="bare"/,
    at: /at 360 pixels, by keyboard/,
  },
  {
    name: "a focus that a desk does not show",
    html: '<p><a class="bare" href="/a">Away</a></p>',
    css: "@media (width > 1000px) { .bare:focus-visible { outline: none } }",
    found: /^shows no focus: <a class="bare"/,
    at: /at 1280 pixels, by keyboard/,
    withScriptsOnly: true,
  },
  {
    name: "a focus that cannot be told from the dark",
    html: '<p><a class="bare" href="/a">Away</a></p>',
    css: ".bare:focus-visible { outline-color: light-dark(#000, #333) }",
    found: /^shows its focus with a contrast of 1\.\d only/,
    at: /in the dark, by keyboard/,
    withScriptsOnly: true,
  },
  {
    name: "a button behind something that stays where it is",
    html: '<p><button type="button" class="under">Press</button></p><div class="over"></div>',
    css: ".over { position: fixed; inset: 0; background: light-dark(#fff, #222) }",
    found: /^has the focus behind something else: <button type="button" class="under"/,
    at: /at 360 pixels, by keyboard/,
  },
  {
    name: "a button far below, which a bar at the bottom covers when the focus comes to it",
    html: '<div class="long"></div><p><button type="button">Press</button></p><div class="bar"></div>',
    css: ".long { height: 2000px } .bar { position: fixed; inset: auto 0 0; height: 120px; background: #777 }",
    found: /^has the focus behind something else: <button/,
    at: /at 360 pixels, by keyboard/,
  },
  {
    name: "a focus out of sight",
    html: '<p><a class="away" href="/a">Away</a></p>',
    css: ".away { position: absolute; top: -500px }",
    found: /^has the focus out of sight: <a class="away"/,
    at: /at 360 pixels, by keyboard/,
  },
  {
    name: "a ring that its box cuts off",
    html: '<p class="tight"><a href="/a">Away</a></p>',
    css: ".tight { overflow: hidden; width: fit-content; line-height: 1; padding: 0 } .tight a { display: block; padding: 6px }",
    found: /^shows its focus with [34] sides cut off: <a href/,
    at: /at 360 pixels, by keyboard/,
  },
  {
    name: "a box too wide for a phone",
    html: '<div class="wide">Wide</div>',
    css: ".wide { width: 500px }",
    found: /^beyond the screen, from \d+ to 5\d\d: <div class="wide"/,
    at: /at 360 pixels$/,
  },
  {
    name: "a word that its box cuts off on a tablet",
    html: '<p class="narrow">Incomprehensibilities</p>',
    css: "@media (600px < width < 1000px) { .narrow { width: 40px; overflow: hidden } }",
    found: /^cut off at the side, \d+ in 40: <p class="narrow"/,
    at: /at 768 pixels$/,
  },
  {
    name: "lines that a box cuts off below on a desk",
    html: '<p class="low">One<br />Two<br />Three</p>',
    css: "@media (width > 1000px) { .low { height: 20px; overflow: hidden } }",
    found: /^cut off below, \d+ in 20: <p class="low"/,
    at: /at 1280 pixels$/,
  },
  {
    name: "a picture that does not come",
    html: '<p><img src="data:image/png;base64,AAAA" alt="Nothing" width="40" height="40" /></p>',
    found: /^no picture: <img/,
    at: /at 1280 pixels$/,
  },
  {
    name: "a box too wide in the dark alone, on a phone",
    html: '<div class="wide">Wide</div>',
    css: "@media (prefers-color-scheme: dark) and (width < 600px) { .wide { width: 500px } }",
    found: /^beyond the screen, from \d+ to 5\d\d: <div class="wide"/,
    at: /in the dark at 360 pixels$/,
  },
  {
    name: "grey on white",
    html: '<p class="faint">Hard to read</p>',
    css: ".faint { color: light-dark(#aaa, #fff) }",
    found: /^color-contrast: <p class="faint"/,
    at: /, its colours$/,
    withScriptsOnly: true,
  },
  {
    name: "grey on black",
    html: '<p class="faint">Hard to read</p>',
    css: ".faint { color: light-dark(#000, #555) }",
    found: /^color-contrast: <p class="faint"/,
    at: /its colours in the dark/,
    withScriptsOnly: true,
  },
  {
    name: "a field without a label",
    html: '<p><input type="text" name="nameless" /></p>',
    found: /^label: <input type="text" name="nameless"/,
    at: /at 360 pixels$/,
  },
  {
    name: "a field that loses its label on a desk",
    html: '<p><label for="field" class="gone">Name</label> <input id="field" type="text" /></p>',
    css: "@media (width > 1000px) { .gone { display: none } }",
    found: /^label: <input id="field"/,
    at: /at 1280 pixels$/,
    withScriptsOnly: true,
  },
  {
    name: "links too small for a finger",
    html: '<ul class="small"><li><a href="/a">a</a></li><li><a href="/b">b</a></li></ul>',
    css: ".small { font-size: 8px; line-height: 1; list-style: none; padding: 0; display: flex; gap: 1px }",
    found: /^target-size: <a href/,
    at: /at 360 pixels$/,
  },
];

function documentOf({ html, css = "" }: Pick<Fault, "html" | "css">): string {
  return `<!doctype html><html lang="en-GB"><head><title>Planted</title><meta name="viewport" content="width=device-width" />
    <style>:root { color-scheme: light dark; background: light-dark(#fff, #000); color: light-dark(#000, #fff); font: 16px/1.5 sans-serif }
    a, button, input { color: inherit; background: light-dark(#fff, #000) } a { padding: 8px; display: inline-block } ${ring} ${css}</style></head>
    <body><div id="page"><div><header><a href="/">Home</a></header><main id="main"><h1>Planted</h1>${html}</main></div></div></body></html>`;
}

async function findingsOn(page: Page, html: string): Promise<[where: string, finding: string][]> {
  await page.setContent(html);
  const all: [string, string][] = [];
  await lookForFaults(page, "it", { tabThrough: true }, (where, findings) => {
    all.push(...findings.map((finding): [string, string] => [where, finding]));
  });
  return all;
}

test("a page without faults has none @deep", async ({ page }) => {
  const html = '<p>Words <a href="/a">Away</a></p><p><button type="button">Press</button></p>';
  expect(await findingsOn(page, documentOf({ html }))).toEqual([]);
});

test("every planted fault is found where it is @deep", async ({ page }) => {
  for (const fault of faults.filter(({ withScriptsOnly }) => javaScriptIsOn() || !withScriptsOnly)) {
    await test.step(fault.name, async () => {
      const found = await findingsOn(page, documentOf(fault));
      const isFound = found.some(([where, words]) => fault.at.test(where) && fault.found.test(words));
      expect.soft(isFound, `${fault.name}: ${JSON.stringify(found)}`).toBe(true);
    });
  }
});
