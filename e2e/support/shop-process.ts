import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectFolder } from "#server/process/project-folder.ts";

/** How long the shop may take to respond, including the first migrations. */
export const START_LIMIT_MS = 120_000;
const BETWEEN_LOOKS_MS = 20;
const ANSWER_LIMIT_MS = 2000;

interface ShopProcessOptions {
  port: number;
  dataDir: string;
  /** The rest of its environment. */
  settings: Record<string, string>;
  /** Receives its output; without one, only its errors are shown. */
  logFile?: string;
  /** Options for Node itself. */
  nodeParameters?: readonly string[];
}

/** How a process ended; both are null for one that never started. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** The environment and Node's parameters that `npm start` gives the shop, and the program that it runs. */
function npmStart(): { environment: Record<string, string>; parameters: string[]; program: string } {
  const file = readFileSync(path.join(projectFolder, "package.json"), "utf8");
  const words = packageSchema.parse(JSON.parse(file)).scripts.start.split(" ");
  const assignments = words.filter((word) => /^[A-Z_]+=/.test(word));
  return {
    environment: Object.fromEntries(assignments.map((assignment) => assignment.split("=", 2))),
    // The settings of whoever tries this out are not those of a test.
    parameters: words.filter((word) => word.startsWith("--") && !word.startsWith("--env-file")),
    program: path.join(projectFolder, words.at(-1) ?? ""),
  };
}

/**
 * Starts the built shop as `npm start` does, with only these settings. When this process dies, the shop notices by
 * their channel and ends, too.
 */
export function startShopProcess(options: ShopProcessOptions): ChildProcess {
  const log = options.logFile === undefined ? undefined : openSync(options.logFile, "a");
  const { environment, parameters, program } = npmStart();
  const child = spawn(process.execPath, [...parameters, ...(options.nodeParameters ?? []), program], {
    cwd: projectFolder,
    stdio: ["ignore", log ?? "ignore", log ?? "inherit", "ipc"],
    // A group of its own: killing it also kills the payment stand-ins that it started.
    detached: true,
    env: environmentWith({
      ...environment,
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      ...options.settings,
    }),
  });
  if (log !== undefined) closeSync(log);
  return child;
}

/**
 * Settings, and the environment that every program needs. Keys in this process's environment never reach the shop.
 */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_ENV: "production", ...settings };
}

/**
 * Resolves once the shop responds. @throws Error with the end of its log when it ended instead, or took too long
 */
export async function untilOpen(child: ChildProcess, url: string, logFile?: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (isRunning(child) && Date.now() < limit) {
    if (await isOpen(url)) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  const logTail = logFile === undefined ? "" : `\n${readFileSync(logFile, "utf8").slice(-4000)}`;
  throw new Error(`The shop did not start.${logTail}`);
}

/** Whether the shop at this address is ready for work. */
export async function isOpen(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).ok;
  } catch {
    return false;
  }
}

/** Resolves when the process has ended, by itself or on request. */
export function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    const tell = () => resolve({ code: child.exitCode, signal: child.signalCode });
    if (isRunning(child)) child.once("exit", tell);
    else tell();
  });
}

/**
 * Sends a signal and waits for the end: SIGTERM lets the shop finish, SIGKILL ends it and everything it started at
 * once.
 */
export function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<Ended> {
  const ended = endOf(child);
  if (signal === "SIGKILL" && child.pid !== undefined && isRunning(child)) process.kill(-child.pid, signal);
  else child.kill(signal);
  return ended;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
