import { readFileSync } from "node:fs";

/** The tick of `/proc`, which is 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;
const IDLE_PERCENT = 5;
const LOOK_MS = 500;

/** Memory of a running process in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Processor time that a process has used so far, in ms; on request also of its children that have ended. */
export function processorTimeOf(pid: number, { withChildren = false } = {}): number {
  // The fields after the name, which is in brackets and may hold spaces; user and system time are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = fields.slice(11, withChildren ? 15 : 13);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * TICK_MS;
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Waits until a process is nearly idle. */
export async function untilIdle(pid: number, limitMs = 30_000): Promise<void> {
  let before = processorTimeOf(pid);
  for (const limit = Date.now() + limitMs; Date.now() < limit; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = processorTimeOf(pid);
    if (now - before < (LOOK_MS * IDLE_PERCENT) / 100) return;
    before = now;
  }
}
