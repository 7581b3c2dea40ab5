import { readFileSync } from "node:fs";

/** The tick of `/proc`, which is 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;
const IDLE_PERCENT = 5;
const LOOK_MS = 500;

/** Memory of a running process in MB; undefined where there is no `/proc`. */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, "status"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time that a process has used so far, in ms; undefined where there is no `/proc`. */
export function processorTimeOf(pid: number): number | undefined {
  // The fields after the name, which is in brackets and may hold spaces; user and system time are the 14th and 15th.
  const fields = readProc(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  const [user, system] = [fields[11], fields[12]];
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) * TICK_MS;
}

/** The child processes of a process; none where there is no `/proc`. */
export function childrenOf(pid: number): number[] {
  return readProc(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** Whether a process runs this program. */
export function runs(pid: number, program: string): boolean {
  return readProc(pid, "cmdline")
    .split("\0")
    .some((part) => part.endsWith(program));
}

/** Waits until a process is nearly idle, and returns how long that took, in ms. */
export async function untilIdle(pid: number, limitMs = 30_000): Promise<number> {
  const started = performance.now();
  for (let before = processorTimeOf(pid); performance.now() - started < limitMs; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = processorTimeOf(pid);
    if (before === undefined || now === undefined || now - before < (LOOK_MS * IDLE_PERCENT) / 100) break;
    before = now;
  }
  return Math.max(0, performance.now() - started - LOOK_MS);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
