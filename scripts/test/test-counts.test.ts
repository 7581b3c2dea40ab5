import { expect, it } from "vitest";
import { countTests, parseReport } from "./run-step.ts";

it("reads vitest's report", () => {
  expect(parseReport({ numPassedTests: 12, numFailedTests: 1 })).toEqual({ passed: 12, failed: 1, flaky: 0 });
});

it("reads Playwright's report", () => {
  expect(parseReport({ stats: { expected: 7, flaky: 1, unexpected: 2, skipped: 3 } })).toEqual({
    passed: 8,
    failed: 2,
    flaky: 1,
  });
});

it("counts a runner that failed without a report as one failure", () => {
  expect(countTests("/nowhere/report.json", false)).toEqual({ passed: 0, failed: 1, flaky: 0 });
});
