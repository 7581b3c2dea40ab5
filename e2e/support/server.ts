import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../db/embedded/free-port.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";

const projectFolder = fileURLToPath(new URL("../..", import.meta.url));
const logFile = path.join(projectFolder, "test-results", "shop.log");
const START_LIMIT_MS = 60_000;

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the built shop as `npm start` does, on a free port, with a database of its own and no settings but
 * these: keys that happen to be in the environment never reach it.
 */
export async function startShop(settings: Record<string, string> = {}): Promise<RunningShop> {
  const dataDir = await makeThrowawayFolder();
  const port = await freePort();
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, "w");
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(process.execPath, [path.join(projectFolder, "server", "start.ts")], {
    cwd: projectFolder,
    // The channel: when the test runner dies, the shop notices and ends too.
    stdio: ["ignore", log, log, "ipc"],
    env: {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await removeThrowawayFolder(dataDir);
  };
  try {
    await untilOpen(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, stop };
}

/** Playwright's global setup: one shop for all journeys, its address as their base address. */
export default async function startShopForJourneys(): Promise<() => Promise<void>> {
  // All journeys come from one address; what a person may do in an hour is tested elsewhere.
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  process.env.PLAYWRIGHT_TEST_BASE_URL = shop.url;
  return shop.stop;
}

async function untilOpen(child: ChildProcess, url: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < limit) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The shop did not start:\n${readFileSync(logFile, "utf8").slice(-4000)}`);
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
