import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { within } from "./limit.ts";
import {
  type Ended,
  end,
  endOf,
  isOpen,
  START_LIMIT_MS,
  startShopProcess,
  untilOpen,
} from "./shop-process.ts";

/** The shop promises to end within about twenty seconds of a signal. */
const END_LIMIT_MS = 60_000;

interface WebSettings {
  port: number;
  dataDir: string;
  databaseUrl: string;
  /** Settings that differ from those of all runs. */
  environment?: Record<string, string>;
}

/** The built shop's web process, which is killed and restarted on the same port and database. */
export class WebProcess {
  readonly url: string;
  /** The output of all its processes. */
  readonly logFile: string;
  readonly #settings: WebSettings;
  #child: ChildProcess | undefined;
  #starts = 0;
  #over = false;

  constructor(settings: WebSettings) {
    this.#settings = settings;
    this.logFile = path.join(settings.dataDir, "web.log");
    this.url = `http://127.0.0.1:${settings.port}`;
  }

  get starts(): number {
    return this.#starts;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get log(): string {
    return readFileSync(this.logFile, "utf8");
  }

  /**
   * Resolves once the shop responds. @throws Error with the end of its log when it does not
   */
  async start(): Promise<void> {
    await untilOpen(this.#spawn(), this.url, this.logFile);
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

  isHealthy(): Promise<boolean> {
    return isOpen(this.url);
  }

  /** SIGKILL leaves it no time for anything; SIGTERM asks it to finish what it began. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<Ended> {
    const child = this.#child;
    if (!child) return { code: null, signal: null };
    return within(END_LIMIT_MS, `the shop to end after ${signal}`, end(child, signal));
  }

  /** The final end: no start succeeds afterwards, whatever is running. */
  async close(): Promise<void> {
    this.#over = true;
    await this.end("SIGKILL");
  }

  #spawn(): ChildProcess {
    if (this.#over) throw new Error("The run is over.");
    this.#starts += 1;
    const { port, dataDir, databaseUrl, environment } = this.#settings;
    const child = startShopProcess({
      port,
      dataDir,
      logFile: this.logFile,
      settings: {
        DATABASE_URL: databaseUrl,
        LOG_REQUESTS: "off",
        RATE_LIMIT_FACTOR: "0",
        // Kills the process that listens.
        WEB_PROCESSES: "1",
        ...environment,
      },
    });
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
