import { readFileSync } from "node:fs";

/**
 * Names a process so that a later one with the same number is not mistaken for it: number and start time
 * (clock ticks since the machine started). Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name stands in brackets and may hold spaces: count the fields after it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" ? undefined : `${pid}:${fields[18]}`;
}

/** True while the very process that `identity` was made from still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** The words a process was started with; none when there is no such process. */
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
