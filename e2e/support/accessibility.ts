import axe from "axe-core";
import { expect, type Page, test } from "playwright/test";
import { visit } from "./shop.ts";

/**
 * Colours are the same in every size, and reading them is most of what axe does: once for each colour scheme is enough,
 * and rows of a table look like those above them.
 */
const colours = "color-contrast";
const repeatedRows = "tbody tr:nth-child(n + 9)";
const frame = ["body > header", "body > footer"];

/**
 * axe is a script, and the checks below look at both sizes: one project is enough. Called at the top of a file or of a
 * `describe`, never inside a test, so that the other projects open no browser for it.
 */
export function onlyInOneProject(): void {
  test.skip(
    ({ javaScriptEnabled, isMobile }) => !javaScriptEnabled || Boolean(isMobile),
    "looked at in both sizes by js-desktop",
  );
}

interface LookOptions {
  /** Reads the colours of the dark scheme as well. */
  dark?: boolean;
  /** Header and footer were looked at on another page of this visit. */
  frameSeen?: boolean;
}

/** Visits pages one after another; each must be accessible, and say that payments are a test. */
export async function expectAllAccessible(
  page: Page,
  paths: readonly string[],
  options: LookOptions = {},
): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      await visit(page, path);
      await expect.soft(page.getByRole("complementary", { name: "Test payments" }), path).toBeVisible();
      await expectAccessible(page, path, { ...options, frameSeen: index > 0 });
    });
  }
}

/** No axe finding of any level on a desk and on a phone, and nothing that scrolls sideways in any size. */
export async function expectAccessible(
  page: Page,
  name = page.url(),
  { dark = false, frameSeen = false }: LookOptions = {},
): Promise<void> {
  const seen = [repeatedRows, ...(frameSeen ? frame : [])];
  await resize(page, 1280, name);
  await expectNoViolations(page, `${name} at 1280 pixels`, seen, {});
  if (dark) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(untilColoursStand);
    await expectNoViolations(page, `${name} in the dark`, seen, { runOnly: [colours] });
    await page.emulateMedia({ colorScheme: "light" });
  }
  await resize(page, 768, name);
  await resize(page, 360, name);
  await resize(page, 390, name);
  await expectNoViolations(page, `${name} at 390 pixels`, [], { rules: { [colours]: { enabled: false } } });
}

async function resize(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} at ${width} pixels scrolls sideways`).toBeLessThanOrEqual(0);
}

/** axe is half a megabyte of script, so a page gets it once. */
async function expectNoViolations(
  page: Page,
  name: string,
  exclude: string[],
  options: axe.RunOptions,
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ exclude, options }) => {
      const quick = { resultTypes: ["violations" as const], preload: false };
      const found = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude },
        { ...quick, ...options },
      );
      return found.violations;
    },
    { exclude, options },
  );
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(findings, name).toEqual([]);
}

/** The shortest transition still takes a frame, in which an element has its old colour. */
async function untilColoursStand(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}
