import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep, setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { log } from "#server/core/log.ts";
import { DatabaseStartError, type Home } from "./home.ts";

/** A running server of one cluster, whether we started it or found it. */
export interface ServerProcess {
  pid: number;
  port: number;
  ready: boolean;
}

const POLL_MS = 10;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const LOG_LIMIT_BYTES = 1_000_000;

/** The cluster's running server, if any, as after a crash of the process that started it. */
export function findServer(home: Home): ServerProcess | undefined {
  const file = readPidFile(home);
  return file && isServerOf(home, file.pid) ? file : undefined;
}

interface StartOptions {
  port: number;
  fast: boolean;
  /** Called when the server's process runs, and gets ready by itself. */
  onBegun?: (() => void) | undefined;
}

/**
 * Starts the server on a loopback port and waits until it responds; it recovers from a crash by itself.
 * @throws PortTaken, DatabaseStartError
 */
export async function startServer(
  home: Home,
  program: string,
  options: StartOptions,
): Promise<ServerProcess> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    removeForeignPidFile(home);
    const outcome = await startOnce(home, program, options, limit);
    if (typeof outcome !== "string") return outcome;
    if (/could not bind|could not create any TCP/i.test(outcome)) throw new PortTaken();
    // The last server was killed, and some of its processes have not ended yet.
    const lingering = /is still in use|lock file "postmaster.pid" already exists/.test(outcome);
    if (!lingering || Date.now() > limit) {
      const reason = outcome.match(/(?:FATAL|PANIC|error): *(.*)/)?.[1] ?? "it gave no reason";
      throw new DatabaseStartError(`The embedded database did not start: ${reason} (${logFile(home)}).`);
    }
    await sleep(200);
  }
}

/** Another program took the port between the choice and the start. */
export class PortTaken extends Error {}

/** Waits until a server that was found is ready for connections; false: it went away instead. */
export async function untilReady(home: Home, pid: number): Promise<boolean> {
  const limit = Date.now() + START_LIMIT_MS;
  while (isServerOf(home, pid) && Date.now() < limit) {
    const file = readPidFile(home);
    if (file?.pid === pid && file.ready) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Stops the server after it has rolled back open transactions and written everything to disk. */
export async function stopServer(home: Home, pid: number): Promise<void> {
  const limit = Date.now() + STOP_LIMIT_MS;
  signal(home, pid, "SIGINT");
  while (isServerOf(home, pid) && Date.now() < limit) await sleep(POLL_MS);
  // It repairs what it could not finish at its next start.
  signal(home, pid, "SIGQUIT");
}

async function startOnce(
  home: Home,
  program: string,
  options: StartOptions,
  limit: number,
): Promise<ServerProcess | string> {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(options.port),
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    // Compiling a plan takes longer than the shop's statements do (docs/operations.md).
    jit: "off",
    // The statements that the shop sends contain values: a refused statement must not leave them in the log.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(options.fast ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
  };
  const log = openLog(home);
  const from = statSync(logFile(home)).size;
  const child = spawn(
    program,
    ["-D", home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // Its own session: Ctrl-C in the terminal reaches only us, and we stop it after the last request.
    { ...home.user, cwd: "/", detached: true, stdio: ["ignore", log, log] },
  );
  closeSync(log);
  child.unref();
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.once("error", () => {
    ended = true;
  });
  options.onBegun?.();
  while (!ended && Date.now() < limit) {
    const file = readPidFile(home);
    if (file?.pid === child.pid && file?.ready) return file;
    await sleep(POLL_MS);
  }
  if (!ended) child.kill("SIGINT");
  return readFileSync(logFile(home)).subarray(from).toString("utf8");
}

/** PostgreSQL writes its process id, its port (line 4) and whether it is ready (line 8) into this file. */
function readPidFile(home: Home): ServerProcess | undefined {
  try {
    const lines = readFileSync(pidFile(home), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : undefined;
  } catch {
    return undefined;
  }
}

/** A server was started with its cluster's folder; a process that merely reuses the number was not. */
function isServerOf(home: Home, pid: number): boolean {
  return commandLine(pid).includes(home.cluster);
}

/** PostgreSQL would take another program with the dead server's process number for that server. */
function removeForeignPidFile(home: Home): void {
  const file = readPidFile(home);
  if (file && processIdentity(file.pid) && !isServerOf(home, file.pid)) rmSync(pidFile(home));
}

function signal(home: Home, pid: number, name: NodeJS.Signals): void {
  if (isServerOf(home, pid)) process.kill(pid, name);
}

function openLog(home: Home): number {
  const file = logFile(home);
  const tooLong = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES;
  return openSync(file, tooLong ? "w" : "a", 0o600);
}

function logFile(home: Home): string {
  return path.join(home.folder, "server.log");
}

function pidFile(home: Home): string {
  return path.join(home.cluster, "postmaster.pid");
}

/** The interval at which it checks the server, in milliseconds. */
const WATCH_MS = 1000;
/** The wait between two attempts to start it: a full disk does not empty itself in a second. */
const RETRY_MS = 5000;

/**
 * Restarts the server of a home whenever it ends by itself. PostgreSQL repairs itself after a crash, but not after
 * one during the repair: on a disk without room for its log it gives up, and would stay stopped once there is room.
 * Returns how to stop watching, which must come before the server is stopped.
 */
export function keepRunning(home: Home, startAgain: () => Promise<unknown>): () => Promise<void> {
  const ending = new AbortController();
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  const watch = async () => {
    while (!ending.signal.aborted) {
      await pause(WATCH_MS);
      if (ending.signal.aborted || findServer(home)) continue;
      try {
        log("error", "the embedded database has ended and is started again");
        await startAgain();
        log("info", "the embedded database runs again");
      } catch (error) {
        log("error", "the embedded database could not be started again", { error });
        await pause(RETRY_MS);
      }
    }
  };
  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
  };
}

/**
 * Files of the write-ahead log, 16 MB each, that lie ready. Where the disk is full PostgreSQL refuses a write, but it
 * ends, and with it all reading, once a file of its log is full and there is no room for the next.
 */
const SPARE_FILES = 3;

/** Makes sure of spare files for the log, which PostgreSQL itself makes only as it needs them, and then uses again. */
export async function prepareSpareLog(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ spare: number }>(
    `select count(*)::int as spare from pg_ls_waldir()
      where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`,
  );
  const missing = SPARE_FILES - (rows[0]?.spare ?? 0);
  if (missing <= 0) return;
  // A file that was left becomes a spare one at the next checkpoint; only a file with something in it can be left.
  for (let made = 0; made < missing; made += 1) {
    await admin.query("select pg_logical_emit_message(false, 'spare', '')");
    await admin.query("select pg_switch_wal()");
  }
  await admin.query("checkpoint");
}

const FILE = "used-by";

/**
 * Records that this process uses the database, so that a second copy on the same folder is refused instead of losing
 * its database when the first one stops. A record of a killed process does not count.
 * @throws DatabaseStartError
 */
export function takeUsage(folder: string, dataDir: string): void {
  const file = path.join(folder, FILE);
  const user = readUser(file);
  if (user && isRunning(user)) {
    throw new DatabaseStartError(
      `The data folder ${dataDir} is in use by another copy of the shop (process ${Number.parseInt(user, 10)}); stop that one, or give this one a folder of its own with DATA_DIR.`,
    );
  }
  rmSync(file, { force: true });
  try {
    writeFileSync(file, processIdentity(process.pid) ?? "", { flag: "wx" });
  } catch (error) {
    if (!readUser(file)) throw error;
    throw new DatabaseStartError(`Another copy of the shop is starting on the data folder ${dataDir}.`);
  }
}

export function releaseUsage(folder: string): void {
  rmSync(path.join(folder, FILE), { force: true });
}

function readUser(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Identifies a process so that a later one with the same number is not mistaken for it: number and start time (clock
 * ticks since the machine started). Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name is in brackets and may contain spaces: count the fields after it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" ? undefined : `${pid}:${fields[18]}`;
}

/** True while the process that `identity` was made from still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** The command line of a process; empty when there is no such process. */
function commandLine(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`)?.split("\0").slice(0, -1) ?? [];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
