import { memoryOf } from "../process-usage.ts";

interface Sample {
  process: number;
  /** Seconds since the process was first seen. */
  age: number;
  megabytes: number;
}

/** A young process is still loading its code. */
const GROWN_UP_SECONDS = 60;
/** How much more a process may hold at the end than after its code was loaded. */
const FLAT_RATIO = 1.25;

/** Watches the memory of the shop's processes over their lives. */
export class MemoryWatch {
  readonly #samples: Sample[] = [];
  readonly #firstSeen = new Map<number, number>();

  look(pids: readonly (number | undefined)[]): void {
    for (const pid of pids) {
      const megabytes = pid === undefined ? undefined : memoryOf(pid);
      if (pid === undefined || megabytes === undefined) continue;
      const now = performance.now() / 1000;
      const first = this.#firstSeen.get(pid) ?? now;
      this.#firstSeen.set(pid, first);
      this.#samples.push({ process: pid, age: now - first, megabytes });
    }
  }

  /** The longest lives: memory after loading and at the end, and whether all of them stayed flat. */
  report(): { lives: { seconds: number; grownUp: number; atTheEnd: number }[]; isFlat: boolean } {
    const lives = [...this.#firstSeen.keys()].flatMap((pid) => {
      const samples = this.#samples.filter(({ process, age }) => process === pid && age >= GROWN_UP_SECONDS);
      const [first, last] = [samples.at(0), samples.at(-1)];
      return first && last && last.age >= 2 * GROWN_UP_SECONDS
        ? [{ seconds: last.age, grownUp: first.megabytes, atTheEnd: last.megabytes }]
        : [];
    });
    lives.sort((one, other) => other.seconds - one.seconds);
    return { lives, isFlat: lives.every(({ grownUp, atTheEnd }) => atTheEnd <= grownUp * FLAT_RATIO) };
  }
}
