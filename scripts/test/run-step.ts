import { type ChildProcess, spawn } from "node:child_process";

export interface Step {
  name: string;
  /** Words of a command; the first is a program of node_modules/.bin or of the system. */
  command: string[];
  /** Where the test runner writes its JSON report, if it counts tests. */
  report?: string;
  environment?: Record<string, string>;
}

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
}

/** A step that hangs ends the run within the promised ten minutes. */
const LIMIT_MS = 20 * 60_000;

const running = new Set<ChildProcess>();

/** Runs a command and keeps what it prints; never throws. */
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

/** Passes a signal on, so that test runners can put away what they opened. */
export function signalSteps(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}
