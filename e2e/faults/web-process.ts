import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { within } from "./limit.ts";

const projectFolder = fileURLToPath(new URL("../..", import.meta.url));
const START_LIMIT_MS = 60_000;
/** The shop itself promises to end within about twenty seconds of a signal. */
const END_LIMIT_MS = 60_000;

interface WebSettings {
  port: number;
  dataDir: string;
  databaseUrl: string;
  /** Settings that differ from those of all runs. */
  environment?: Record<string, string>;
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built shop's web process, to be killed and started again on the same port and database. */
export class WebProcess {
  readonly url: string;
  readonly #settings: WebSettings;
  readonly #logFile: string;
  #child: ChildProcess | undefined;
  #starts = 0;
  #over = false;

  constructor(settings: WebSettings) {
    this.#settings = settings;
    this.#logFile = path.join(settings.dataDir, "web.log");
    this.url = `http://127.0.0.1:${settings.port}`;
  }

  get starts(): number {
    return this.#starts;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get log(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  /** Resolves once the shop answers. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const limit = Date.now() + START_LIMIT_MS;
    while (isRunning(child) && Date.now() < limit) {
      if (await this.isHealthy()) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The shop did not start:\n${this.log.slice(-4000)}`);
  }

  /** Starts and waits for the end, for a start that cannot succeed. */
  async startInVain(): Promise<Ended & { said: string }> {
    const before = this.#logLength();
    const ended = await within(
      START_LIMIT_MS,
      "a start that cannot succeed to end by itself",
      endOf(this.#spawn()),
    );
    return { ...ended, said: this.log.slice(before).trim() };
  }

  async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
      return false;
    }
  }

  /** SIGKILL leaves it no time for anything; SIGTERM asks it to finish what it began. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<Ended> {
    const child = this.#child;
    if (!child) return { code: null, signal: null };
    const ended = endOf(child);
    child.kill(signal);
    return within(END_LIMIT_MS, `the shop to end after ${signal}`, ended);
  }

  /** The last end: no start after it succeeds, whatever was going on. */
  async close(): Promise<void> {
    this.#over = true;
    await this.end("SIGKILL");
  }

  #spawn(): ChildProcess {
    if (this.#over) throw new Error("The run is over.");
    this.#starts += 1;
    const { port, dataDir, databaseUrl, environment } = this.#settings;
    const { PATH, HOME, TMPDIR, LANG } = process.env;
    const log = openSync(this.#logFile, "a");
    const child = spawn(process.execPath, [path.join(projectFolder, "server", "start.ts")], {
      cwd: projectFolder,
      // The channel: when this process dies, the shop notices and ends too.
      stdio: ["ignore", log, log, "ipc"],
      env: {
        PATH,
        HOME,
        TMPDIR,
        LANG,
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: path.join(projectFolder, ".cache", "node"),
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        LOG_REQUESTS: "off",
        RATE_LIMIT_FACTOR: "0",
        // Whoever kills it means the one that answers.
        WEB_PROCESSES: "1",
        ...environment,
      },
    });
    closeSync(log);
    this.#child = child;
    return child;
  }

  #logLength(): number {
    try {
      return this.log.length;
    } catch {
      return 0;
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    const tell = () => resolve({ code: child.exitCode, signal: child.signalCode });
    if (isRunning(child)) child.once("exit", tell);
    else tell();
  });
}
