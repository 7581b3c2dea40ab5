import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseStartError } from "./home.ts";

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
export function commandLine(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`)?.split("\0").slice(0, -1) ?? [];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
