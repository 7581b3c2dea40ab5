import axe from "axe-core";
import { expect, type Page, test } from "playwright/test";
import { visit } from "./shop.ts";

/** Colours are the same in both sizes, and reading them is most of what axe does: once is enough. */
const looks = [
  { size: { width: 1280, height: 800 }, leftOut: [] },
  { size: { width: 390, height: 844 }, leftOut: ["color-contrast"] },
];

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

/** Visits pages one after another; each must be accessible, and say that payments are a test. */
export async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await visit(page, path);
      await expect.soft(page.getByRole("complementary", { name: "Test payments" }), path).toBeVisible();
      await expectAccessible(page, path);
    });
  }
}

/** No serious or critical axe finding and nothing that scrolls sideways, on a desk and on a phone. */
export async function expectAccessible(page: Page, name = page.url()): Promise<void> {
  for (const { size, leftOut } of looks) {
    await page.setViewportSize(size);
    const violations = await violationsOn(page, leftOut);
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const findings = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    expect.soft(findings, `${name} at ${size.width} pixels`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${name} at ${size.width} pixels scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

/** What axe finds. It is half a megabyte of script, so a page gets it once. */
async function violationsOn(page: Page, leftOut: readonly string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (rules) => {
      const options = { resultTypes: ["violations" as const], rules };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations;
    },
    Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
  );
}
