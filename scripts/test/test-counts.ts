import { readFileSync } from "node:fs";
import { z } from "zod";

export interface TestCounts {
  passed: number;
  failed: number;
  /** Of those that passed: at the second try only, which is a bug to mend. */
  flaky: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/**
 * Reads the JSON report of vitest or Playwright. A runner that failed for another reason than a failed test
 * (a file that does not load, no report at all) counts as one failure.
 */
export function countTests(file: string, ok: boolean): TestCounts {
  const counts = parseReport(readReport(file));
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

export function parseReport(report: unknown): TestCounts {
  const vitest = vitestReport.safeParse(report);
  if (vitest.success) {
    return { passed: vitest.data.numPassedTests, failed: vitest.data.numFailedTests, flaky: 0 };
  }
  const playwright = playwrightReport.safeParse(report);
  if (!playwright.success) return { passed: 0, failed: 0, flaky: 0 };
  const { expected, flaky, unexpected } = playwright.data.stats;
  return { passed: expected + flaky, failed: unexpected, flaky };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
