import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { AttackedShop } from "../attack/attacked-shop.ts";

const processesSchema = z.array(z.object({ pid: z.number() }));

/**
 * The processor time of the shop and its database so far. It excludes waiting, so a busy machine changes it little.
 */
export class ProcessorTime {
  readonly #processes: readonly number[];

  private constructor(processes: readonly number[]) {
    this.#processes = processes;
  }

  /** The current processes. */
  static async of(shop: AttackedShop): Promise<ProcessorTime> {
    const rows = processesSchema.parse(await shop.query("select pid from pg_stat_activity"));
    return new ProcessorTime([shop.pid, ...rows.map(({ pid }) => pid)]);
  }

  /** In milliseconds, of all their threads, to the nanosecond; ended threads do not count. */
  now(): number {
    let nanoseconds = 0;
    for (const pid of this.#processes) {
      for (const thread of threadsOf(pid)) nanoseconds += ranFor(pid, thread);
    }
    return nanoseconds / 1_000_000;
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The first number of `schedstat`: time on a processor. */
function ranFor(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]);
  } catch {
    return 0;
  }
}
