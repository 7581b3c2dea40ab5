import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";
import { hiddenFocus, ringOptions } from "./focus-rings.ts";
import { javaScriptIsOn } from "./shop.ts";

/** Minified: a browser takes in a page's own axe in half the time of `axe.source`. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The rules about colours, which are the same at every size, and take most of axe's time. */
const colours = ["color-contrast", "link-in-text-block"];
/** Table rows look like those above them, and so do the calls of a group in the API reference. */
const repeated = ["tbody tr:nth-child(n + 5)", "main section[id] > section[id]:nth-of-type(n + 5)"];
const without = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
const frame = ["#page > * > header", "#page > * > nav", "#page > * > footer"];

interface LookOptions {
  /** Another page of this visit has covered header, navigation and footer. */
  frameSeen?: boolean;
  /** Whether the focus may walk through the page: not where something open closes when it loses the focus. */
  tabThrough?: boolean;
}

/** What one check found where; nothing when all is well. */
type Report = (where: string, findings: readonly string[]) => void;

/** `lookForFaults`, each finding of which fails the test. */
export async function expectAccessible(
  page: Page,
  name = page.url(),
  options: LookOptions = {},
): Promise<void> {
  await lookForFaults(page, name, options, (where, findings) => expect.soft(findings, where).toEqual([]));
}

/**
 * No axe finding of any level on a desk and on a phone, none about colours in the dark; nothing that overflows, is cut
 * off or missing at 1280, 768 and 360 pixels, light and dark; each stop of the tab key shows its focus.
 */
export async function lookForFaults(
  page: Page,
  name: string,
  { frameSeen = false, tabThrough = false }: LookOptions,
  report: Report,
): Promise<void> {
  const seen = frameSeen ? frame : [];
  const rows = [...repeated, ...seen];
  const scripted = javaScriptIsOn();
  const focusShows = async (where: string) => {
    if (tabThrough) report(where, await page.evaluate(hiddenFocus, ringOptions(rows)));
  };

  await resize(page, 1280);
  report(`${name} at 1280 pixels`, await page.evaluate(whatIsBroken));
  // Without JavaScript colours, light or dark, are the same, and what axe says of a large window.
  if (scripted) {
    report(`${name} at 1280 pixels`, await violations(page, rows, { rules: without }));
    report(`${name}, its colours`, await violations(page, rows, { runOnly: colours }));
  }
  // For rings that only the keyboard brings.
  if (tabThrough) await page.keyboard.press("Tab");
  if (scripted) {
    await focusShows(`${name} at 1280 pixels, by keyboard`);
    await page.emulateMedia({ colorScheme: "dark" });
    report(`${name} in the dark at 1280 pixels`, await page.evaluate(whatIsBroken));
    await focusShows(`${name} in the dark, by keyboard`);
    report(`${name}, its colours in the dark`, await violations(page, rows, { runOnly: colours }));
  }
  await resize(page, 768);
  await page.emulateMedia({ colorScheme: "light" });
  report(`${name} at 768 pixels`, await page.evaluate(whatIsBroken));
  await resize(page, 360);
  report(`${name} at 360 pixels`, await page.evaluate(whatIsBroken));
  await focusShows(`${name} at 360 pixels, by keyboard`);
  const rules = { ...without, "target-size": { enabled: true } };
  // A button that the window's edge cuts is smaller to axe than it is.
  await page.evaluate(() => window.scrollTo(0, 0));
  report(`${name} at 360 pixels`, await violations(page, scripted ? repeated : rows, { rules }));
  await page.emulateMedia({ colorScheme: "dark" });
  report(`${name} in the dark at 360 pixels`, await page.evaluate(whatIsBroken));
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * What is open now, as `whatIsBadlyMade` looks at it at 360 pixels. Its colours are tokens, whose pairs have a test;
 * the deep run looks at more (`lookForFaults`).
 */
export async function expectWellMade(page: Page, name = page.url()): Promise<void> {
  const size = page.viewportSize();
  await resize(page, 360);
  expect.soft(await whatIsBadlyMade(page), name).toEqual([]);
  if (size) await page.setViewportSize(size);
}

/** What axe finds without colours, and what overflows or is cut off, at this size. */
export async function whatIsBadlyMade(
  page: Page,
  { frameSeen = false }: Pick<LookOptions, "frameSeen"> = {},
): Promise<string[]> {
  const rows = frameSeen ? [...repeated, ...frame] : repeated;
  return [...(await page.evaluate(whatIsBroken)), ...(await violations(page, rows, { rules: without }))];
}

/** What stands around a page, so that another frame, such as staff's, is told from one that was looked at. */
export function frameOf(page: Page): Promise<string> {
  return page.evaluate(
    (parts) =>
      [...document.querySelectorAll(parts)].map((part) => `${part.tagName} ${part.className}`).join("\n"),
    frame.join(),
  );
}

/** What does not show its focus. */
export function whatHidesFocus(
  page: Page,
  { frameSeen = false }: Pick<LookOptions, "frameSeen"> = {},
): Promise<string[]> {
  return page.evaluate(hiddenFocus, ringOptions(frameSeen ? [...repeated, ...frame] : repeated));
}

/** Resolves once scripts that follow the window's size, such as an open menu, have done so. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  if (!javaScriptIsOn()) return;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The findings of axe, of whose script each page gets half a megabyte, once. */
async function violations(page: Page, exclude: string[], options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    if (!javaScriptIsOn()) await page.evaluate(replaceTimers);
    await page.evaluate(axeScript);
  }
  const found = await page.evaluate(
    async ({ exclude, options }) => {
      const quick = { resultTypes: ["violations" as const], preload: false, iframes: false };
      const result = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude },
        { ...quick, ...options },
      );
      return result.violations;
    },
    { exclude, options },
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Without JavaScript timers never fire, but axe waits for some: fire them at once. */
function replaceTimers(): void {
  window.setTimeout = ((ring: () => void) => {
    void Promise.resolve().then(ring);
    return 0;
  }) as typeof window.setTimeout;
}

/**
 * Questions about a page's layout. These functions run in the page, so each is self-contained; they use no timer, so
 * that they also run without JavaScript.
 */

/** Elements that extend beyond the screen or their own box or are clipped, and pictures that did not load. */
export function whatIsBroken(): string[] {
  const broken: string[] = [];
  const screen = document.documentElement.clientWidth;
  const nameOf = (element: Element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 150);
  if (document.documentElement.scrollWidth > screen) {
    broken.push(`the page is ${document.documentElement.scrollWidth} pixels wide on a screen of ${screen}`);
  }

  const cutters = new Map<Element, boolean>();
  /** Inside an element that scrolls or clips. */
  const isInside = (element: Element | null): boolean => {
    if (!element || element === document.body) return false;
    const cached = cutters.get(element);
    if (cached !== undefined) return cached;
    const inside = getComputedStyle(element).overflowX !== "visible" || isInside(element.parentElement);
    cutters.set(element, inside);
    return inside;
  };

  const range = document.createRange();
  const reaches = (node: Node, edge: number): boolean => {
    range.selectNode(node);
    return [...range.getClientRects()].some(({ right, width }) => width > 1 && right > edge);
  };

  /**
   * Text or elements in a box's flow that overflow it; positioned ones may. By hand: without JavaScript the filter of a
   * tree walker may not run.
   */
  const standsOut = (box: Element, edge: number): boolean => {
    for (const node of box.childNodes) {
      if (node instanceof Text && node.data.trim() !== "" && reaches(node, edge)) return true;
      if (!(node instanceof Element)) continue;
      const { position, visibility, display, overflowX } = getComputedStyle(node);
      if (position === "absolute" || position === "fixed") continue;
      if (visibility === "hidden" || display === "none") continue;
      if (overflowX !== "visible" && node.getBoundingClientRect().right <= edge) continue;
      if (reaches(node, edge) || standsOut(node, edge)) return true;
    }
    return false;
  };

  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    if (element instanceof SVGElement) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    // Only for screen readers.
    if (style.clipPath !== "none") continue;
    if ((right > screen + 1 || left < -1) && !isInside(element.parentElement)) {
      broken.push(`beyond the screen, from ${Math.round(left)} to ${Math.round(right)}: ${nameOf(element)}`);
    }
    if (style.display === "inline" || element.matches("input, select, textarea, iframe")) continue;
    const isBox = style.borderRightWidth !== "0px" || style.backgroundColor !== "rgba(0, 0, 0, 0)";
    const wide = element.scrollWidth > element.clientWidth + 1;
    if (wide && isBox && style.overflowX === "visible" && standsOut(element, right + 1)) {
      broken.push(`out of its box, ${element.scrollWidth} in ${element.clientWidth}: ${nameOf(element)}`);
    }
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    if (wide && cuts(style.overflowX) && style.textOverflow === "clip" && standsOut(element, right + 1)) {
      broken.push(
        `cut off at the side, ${element.scrollWidth} in ${element.clientWidth}: ${nameOf(element)}`,
      );
    }
    const tall = element.scrollHeight > element.clientHeight + 1 && style.webkitLineClamp === "none";
    if (tall && cuts(style.overflowY)) {
      broken.push(`cut off below, ${element.scrollHeight} in ${element.clientHeight}: ${nameOf(element)}`);
    }
  }
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0) broken.push(`no picture: ${nameOf(picture)}`);
  }
  return broken;
}
