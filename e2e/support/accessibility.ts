import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "playwright/test";

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** axe is a script, and the check below looks at both sizes: one project is enough. */
export function onlyInOneProject(): void {
  test.skip(test.info().project.name !== "js-desktop", "looked at in both sizes by js-desktop");
}

/** No serious or critical axe finding and nothing that scrolls sideways, on a desk and on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
