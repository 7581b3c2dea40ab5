import axe from "axe-core";
import { expect, type Page, test } from "playwright/test";
import { hiddenFocus, ringOptions } from "./focus-rings.ts";
import { layoutMark, whatIsBroken } from "./overflow.ts";
import { lookAtNewColours, SEEN } from "./seen-colours.ts";
import { javaScriptIsOn } from "./shop.ts";

/** The rules about colours, which are the same at every size, and take most of axe's time. */
const colours = ["color-contrast", "link-in-text-block"];
/** Table rows look like those above them, and so do the calls of a group in the API reference. */
const repeated = ["tbody tr:nth-child(n + 5)", "main section[id] > section[id]:nth-of-type(n + 5)"];
const frame = ["body > header", "body > nav", "body > footer"];

/**
 * For checks that cover all sizes in one project. Call it at the top of a file or of a `describe`, never inside a
 * test, so that the other projects open no browser.
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
  /** Another page of this visit has covered header, navigation and footer. */
  frameSeen?: boolean;
  /** Whether the focus may walk through the page: not where something open closes when it loses the focus. */
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
  // Without JavaScript colours and desktop layout are the same.
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
  // A button that the window's edge cuts is smaller to axe than it is.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoViolations(page, `${name} at 360 pixels`, scripted ? repeated : rows, { rules });
  await turn(page, "dark", name);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Resolves once scripts that follow the window's size, such as an open menu, have done so. */
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

/** Elements at the same place in both schemes overflow in neither. */
async function turn(page: Page, colorScheme: "light" | "dark", name: string): Promise<void> {
  const before = await page.evaluate(layoutMark);
  await page.emulateMedia({ colorScheme });
  const width = page.viewportSize()?.width;
  expect
    .soft(await page.evaluate(layoutMark), `${name} at ${width} pixels, its layout ${colorScheme}`)
    .toBe(before);
}

/** Skips what looks the same as on an earlier page. */
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

/** Whether there are no findings. axe is half a megabyte of script, so each page gets it once. */
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

/** Without JavaScript timers never fire, but axe waits for some: fire them at once. */
function replaceTimers(): void {
  window.setTimeout = ((ring: () => void) => {
    void Promise.resolve().then(ring);
    return 0;
  }) as typeof window.setTimeout;
}
