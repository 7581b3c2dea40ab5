import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";

export interface Step {
  name: string;
  /** The words of a command; the first is a program in node_modules/.bin or of the system. */
  command: string[];
  /** Where the test runner writes its JSON report, if it counts tests. */
  report?: string;
  environment?: Record<string, string>;
  /** It is found or installed before the step; with Chromium Java. */
  needsBrowser?: "chromium" | "firefox";
}

export interface Outcome {
  name: string;
  ok: boolean;
  /** It could not be tried on this machine. */
  isLeftOut?: true;
  seconds: number;
  output: string;
}

/** A step that hangs ends well before CI does (90 minutes); the journeys take over twenty on a busy machine. */
const LIMIT_MS = 45 * 60_000;

const running = new Set<ChildProcess>();

/** Runs a command and captures its output; never throws. */
export function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  const [program = "", ...parameters] = step.command;
  return new Promise((resolve) => {
    let output = "";
    const finish = (ok: boolean) => {
      running.delete(child);
      resolve({ name: step.name, ok, seconds: (performance.now() - started) / 1000, output });
    };
    const child = spawn(program, parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}), ...step.environment },
      timeout: LIMIT_MS,
    });
    running.add(child);
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => {
      output += `${error.message}\n`;
      finish(false);
    });
    child.once("close", (code, signal) => {
      if (signal) output += `ended by ${signal}\n`;
      finish(code === 0);
    });
  });
}

/** Forwards a signal, so that test runners can clean up. */
export function signalSteps(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

export interface TestCounts {
  passed: number;
  failed: number;
  /** Passed only at the second attempt, which is a bug to fix. */
  flaky: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/**
 * Reads the JSON report of vitest or Playwright. A runner that failed for another reason than a failed test (a file
 * that does not load, no report at all) counts as one failure.
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
