import axe from "axe-core";
import { expect, type Page, test } from "playwright/test";
import { hiddenFocus, ringOptions } from "./focus-rings.ts";
import { layoutMark, whatIsBroken } from "./overflow.ts";
import { lookAtNewColours, SEEN } from "./seen-colours.ts";
import { javaScriptIsOn } from "./shop.ts";

/** The rules about colours: the same in every size, and most of what axe does. */
const colours = ["color-contrast", "link-in-text-block"];
/** Rows of a table look like those above them, and so do the calls of a group in the API's reference. */
const repeated = ["tbody tr:nth-child(n + 5)", "main section[id] > section[id]:nth-of-type(n + 5)"];
const frame = ["body > header", "body > footer"];

/**
 * What is looked at by one project in all sizes. Called at the top of a file or of a `describe`, never inside a test, so
 * that the other projects open no browser for it.
 */
export function onlyInOneProject(): void {
  test.skip(
    ({ javaScriptEnabled, isMobile }) => !javaScriptEnabled || Boolean(isMobile),
    "looked at in both sizes by js-desktop",
  );
}

/** The same, with JavaScript and without it. */
export function onDesksOnly(): void {
  test.skip(({ isMobile }) => Boolean(isMobile), "looked at in all sizes by js-desktop and nojs-desktop");
}

interface LookOptions {
  /** Header and footer were looked at on another page of this visit. */
  frameSeen?: boolean;
  /** Whether focus may walk through it: not where what is open closes as the focus leaves it. */
  tabThrough?: boolean;
}

/**
 * No axe finding of any level on a desk and on a phone, none about colours in the dark; nothing that overflows, is cut
 * off or missing at 1280, 768 and 360 pixels, light and dark; each stop of the tab key shows its focus.
 */
export async function expectAccessible(
  page: Page,
  name = page.url(),
  { frameSeen = false, tabThrough = false }: LookOptions = {},
): Promise<void> {
  const seen = frameSeen ? frame : [];
  const rows = [...repeated, ...seen];
  const scripted = javaScriptIsOn();
  const focusShows = async (where: string) => {
    if (tabThrough) expect.soft(await page.evaluate(hiddenFocus, ringOptions(rows)), where).toEqual([]);
  };

  const without = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));

  await resize(page, 1280);
  await expectWhole(page, `${name} at 1280 pixels`);
  if (scripted) await expectNoViolations(page, `${name} at 1280 pixels`, rows, { rules: without });
  if (scripted) await expectColours(page, `${name}, its colours`, rows, "light");
  if (tabThrough) await page.keyboard.press("Tab");
  // Without JavaScript the colours and the desk are the same.
  if (scripted) await focusShows(`${name} at 1280 pixels, by keyboard`);
  await turn(page, "dark", name);
  if (scripted) await focusShows(`${name} in the dark, by keyboard`);
  if (scripted) await expectColours(page, `${name}, its colours in the dark`, rows, "dark");
  await resize(page, 768);
  await turn(page, "light", name);
  await expectWhole(page, `${name} at 768 pixels`);
  await resize(page, 360);
  await expectWhole(page, `${name} at 360 pixels`);
  await focusShows(`${name} at 360 pixels, by keyboard`);
  const rules = { ...without, "target-size": { enabled: true } };
  await expectNoViolations(page, `${name} at 360 pixels`, scripted ? repeated : rows, { rules });
  await turn(page, "dark", name);
  await page.emulateMedia({ colorScheme: "light" });
}

/** What follows the window's size by script, as an open menu does, has done so when this resolves. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  if (!javaScriptIsOn()) return;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

async function expectWhole(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(whatIsBroken), where).toEqual([]);
}

/** What stands in the same place in both schemes overflows in neither. */
async function turn(page: Page, colorScheme: "light" | "dark", name: string): Promise<void> {
  const before = await page.evaluate(layoutMark);
  await page.emulateMedia({ colorScheme });
  const width = page.viewportSize()?.width;
  expect
    .soft(await page.evaluate(layoutMark), `${name} at ${width} pixels, its layout ${colorScheme}`)
    .toBe(before);
}

/** Of what looks as it did on an earlier page nothing new is to be learnt. */
async function expectColours(
  page: Page,
  name: string,
  exclude: string[],
  colorScheme: "light" | "dark",
): Promise<void> {
  await lookAtNewColours(page, colorScheme, () =>
    expectNoViolations(page, name, [...exclude, `[${SEEN}]`], { runOnly: colours }),
  );
}

/** Whether there are none. axe is half a megabyte of script, so a page gets it once. */
async function expectNoViolations(
  page: Page,
  name: string,
  exclude: string[],
  options: axe.RunOptions,
): Promise<boolean> {
  if (!(await page.evaluate(() => "axe" in window))) {
    if (!javaScriptIsOn()) await page.evaluate(replaceTimers);
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(
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
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(findings, name).toEqual([]);
  return findings.length === 0;
}

/** Where JavaScript is off no timer ever rings, and axe waits for some: they ring at once. */
function replaceTimers(): void {
  window.setTimeout = ((ring: () => void) => {
    void Promise.resolve().then(ring);
    return 0;
  }) as typeof window.setTimeout;
}
