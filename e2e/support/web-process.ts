import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { freePort } from "#db/embedded/connection-settings.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";

/** How long the shop may take to respond, including the first migrations. */
const START_LIMIT_MS = 120_000;
/** The shop promises to end within about twenty seconds of a signal. */
const END_LIMIT_MS = 60_000;
const BETWEEN_LOOKS_MS = 20;
const ANSWER_LIMIT_MS = 2000;

interface WebOptions {
  port: number;
  dataDir: string;
  /** The rest of its environment. */
  settings: Record<string, string>;
  /** Receives its output; `web.log` in its data unless said. */
  logFile?: string;
  /** Options for Node itself. */
  nodeParameters?: readonly string[];
}

/** How a process ended; both are null for one that never started. */
interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * The built shop, started as `npm start` does with only these settings, and started again on the same port and data.
 * When this process dies, the shop notices by their channel and ends, too.
 */
export class WebProcess {
  readonly url: string;
  readonly #options: WebOptions;
  readonly #logFile: string;
  #child: ChildProcess | undefined;
  #over = false;

  constructor(options: WebOptions) {
    this.#options = options;
    this.#logFile = options.logFile ?? path.join(options.dataDir, "web.log");
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The output of all its starts. */
  get log(): string {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile, "utf8") : "";
  }

  /**
   * Resolves once the shop responds. @throws Error with the end of its log when it ended instead, or took too long
   */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const child = this.#spawn(settings);
    for (const limit = Date.now() + START_LIMIT_MS; isRunning(child) && Date.now() < limit; ) {
      if (await this.isHealthy()) return;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
    throw new Error(`The shop did not start.\n${this.log.slice(-4000)}`);
  }

  /** Starts and waits for the end, for a start that cannot succeed. */
  async startInVain(): Promise<Ended & { said: string }> {
    const { length } = this.log;
    const ended = endOf(this.#spawn({}));
    const what = "a start that cannot succeed to end by itself";
    return { ...(await within(START_LIMIT_MS, what, ended)), said: this.log.slice(length).trim() };
  }

  /** Whether it is ready for work. */
  async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).ok;
    } catch {
      return false;
    }
  }

  /** SIGKILL leaves it no time for anything; SIGTERM asks it to finish what it began. */
  async end(signal: "SIGKILL" | "SIGTERM" = "SIGTERM"): Promise<Ended> {
    const child = this.#child;
    if (!child) return { code: null, signal: null };
    return within(END_LIMIT_MS, `the shop to end after ${signal}`, end(child, signal));
  }

  /** The final end: no start succeeds afterwards, whatever is running. */
  async close(): Promise<void> {
    this.#over = true;
    await this.end("SIGKILL");
  }

  #spawn(settings: Record<string, string>): ChildProcess {
    if (this.#over) throw new Error("The run is over.");
    const { port, dataDir, nodeParameters = [], settings: always } = this.#options;
    const { environment, parameters, program } = npmStart();
    const log = openSync(this.#logFile, "a");
    this.#child = spawn(process.execPath, [...parameters, ...nodeParameters, program], {
      cwd: projectFolder,
      stdio: ["ignore", log, log, "ipc"],
      // A group of its own: killing it also kills the payment stand-ins that it started.
      detached: true,
      env: environmentWith({ ...environment, PORT: String(port), DATA_DIR: dataDir, ...always, ...settings }),
    });
    closeSync(log);
    return this.#child;
  }
}

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** The environment and Node's parameters that `npm start` gives the shop, and the program that it runs. */
function npmStart(): { environment: Record<string, string>; parameters: string[]; program: string } {
  const file = readFileSync(path.join(projectFolder, "package.json"), "utf8");
  const parts = packageSchema.parse(JSON.parse(file)).scripts.start.split(" ");
  const assignments = parts.filter((word) => /^[A-Z_]+=/.test(word));
  return {
    environment: Object.fromEntries(assignments.map((assignment) => assignment.split("=", 2))),
    // The settings of anyone who tries this out are not those of a test.
    parameters: parts.filter((word) => word.startsWith("--") && !word.startsWith("--env-file")),
    program: path.join(projectFolder, parts.at(-1) ?? ""),
  };
}

/**
 * Settings, and the environment that every program needs. Keys in this process's environment never reach the shop.
 */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_ENV: "production", ...settings };
}

/** Resolves when the process has ended, by itself or on request. */
function endOf(child: ChildProcess): Promise<Ended> {
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

/** Thrown when something did not happen in time; the message names it. */
export class WaitedInVain extends Error {}

/** The result of a promise, or an error with a plain message after this time: nothing in a run waits for ever. */
export async function within<Result>(
  limitMs: number,
  what: string,
  outcome: Promise<Result>,
): Promise<Result> {
  let alarm: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(
      () => reject(new WaitedInVain(`Waited ${limitMs / 1000} s in vain for ${what}.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(alarm);
  }
}

export const logFile = path.join(projectFolder, "test-results", "shop.log");

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the built shop on a free port, with a database of its own and only these settings. `place` chooses the data
 * folder inside the temporary one.
 */
export async function startShop(
  settings: Record<string, string> = {},
  place: (folder: string) => string = (folder) => folder,
): Promise<RunningShop> {
  const folder = await makeThrowawayFolder();
  const dataDir = place(folder);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const web = new WebProcess({ port: await freePort(), dataDir, settings, logFile });
  const stop = async () => {
    await web.end();
    await removeThrowawayFolder(folder);
  };
  try {
    await web.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: web.url, dataDir, stop };
}

/** A mail server that takes every mail and keeps none. */
export async function startMailSink() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => done());
    },
  });
  // A shop that is stopped resets its connections.
  server.on("error", () => undefined);
  const port = await freePort();
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
