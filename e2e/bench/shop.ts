import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "#db/embedded/free-port.ts";
import { ask } from "./answer.ts";
import { type RecordedStatement, recordingSchema } from "./recorded-order.ts";

export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));
const START_LIMIT_MS = 60_000;

export interface MeasuredServer {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface MeasuredShop extends MeasuredServer {
  /** The statements that the shop sends to PostgreSQL during a piece of work. */
  recordStatements(work: () => Promise<void>): Promise<RecordedStatement[]>;
}

interface ShopSettings {
  databaseUrl: string;
  dataDir: string;
  /** Where a processor profile is to be written when the shop stops. */
  profileDir?: string | undefined;
}

/** The built shop as `npm start` runs it, without request log and rate limits. It ends when this process does. */
export async function startShop({ databaseUrl, dataDir, profileDir }: ShopSettings): Promise<MeasuredShop> {
  const port = await freePort();
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = fork(path.join(projectFolder, "server", "start.ts"), {
    cwd: projectFolder,
    execArgv: [
      "--import",
      new URL("record-statements.ts", import.meta.url).href,
      ...(profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : []),
    ],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
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
      DEMO_DATA: "on",
      LOG_REQUESTS: "off",
      RATE_LIMIT_FACTOR: "0",
      // One process is measured, beside a bare server that is one process.
      WEB_PROCESSES: "1",
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilOpen(child, url);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    recordStatements: (work) => recordStatements(child, work),
    stop: () => stop(child),
  };
}

async function recordStatements(
  child: ChildProcess,
  work: () => Promise<void>,
): Promise<RecordedStatement[]> {
  child.send("record statements");
  await work();
  const handedOver = new Promise<unknown>((resolve) => child.once("message", resolve));
  child.send("hand over statements");
  return recordingSchema.parse(await handedOver).statements;
}

async function untilOpen(child: ChildProcess, url: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (isRunning(child) && Date.now() < limit) {
    const answer = await ask(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The shop did not start.");
}

export function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!isRunning(child)) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
