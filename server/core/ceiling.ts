import { Counter, Gauge } from "prom-client";
import { ShopError } from "./errors.ts";

interface Figures {
  most: number;
  now: () => number;
  rejections: () => number;
}

const figuresByName = new Map<string, Figures>();

const labelNames = ["ceiling"] as const;
new Gauge({
  name: "shop_ceiling_most",
  help: "How much of it a web process takes on at the same moment",
  labelNames,
  collect() {
    for (const [ceiling, { most }] of figuresByName) this.set({ ceiling }, most);
  },
});
new Gauge({
  name: "shop_ceiling_now",
  help: "How much of it there is now; of a ceiling for each address, the one that has most",
  labelNames,
  collect() {
    for (const [ceiling, { now }] of figuresByName) this.set({ ceiling }, now());
  },
});
new Counter({
  name: "shop_ceiling_refused_total",
  help: "How often somebody was sent away because of it",
  labelNames,
  collect() {
    this.reset();
    for (const [ceiling, { rejections }] of figuresByName) this.inc({ ceiling }, rejections());
  },
});

/**
 * Limits how much of something one web process handles at the same moment, in total or for each key such as an
 * address. It refuses the excess at once instead of queueing it, so that the shop keeps working for everybody else.
 * /metrics shows it.
 */
export class Ceiling {
  readonly most: number;
  readonly #taken = new Map<string, number>();
  #rejections = 0;

  constructor(name: string, most: number) {
    this.most = most;
    figuresByName.set(name, { most, now: () => this.#fullest(), rejections: () => this.#rejections });
  }

  /** Takes room until it is given back; false when there is none, which counts as a refusal. */
  take(amount = 1, key = ""): boolean {
    const taken = this.taken(key) + amount;
    if (taken > this.most) {
      this.#rejections += 1;
      return false;
    }
    this.#taken.set(key, taken);
    return true;
  }

  taken(key = ""): number {
    return this.#taken.get(key) ?? 0;
  }

  release(amount = 1, key = ""): void {
    const taken = this.taken(key) - amount;
    if (taken > 0) this.#taken.set(key, taken);
    else this.#taken.delete(key);
  }

  /** Counts a refusal that something else decided, such as a size that needs no counting. */
  countRejection(): void {
    this.#rejections += 1;
  }

  #fullest(): number {
    let most = 0;
    for (const taken of this.#taken.values()) most = Math.max(most, taken);
    return most;
  }
}

interface Rules {
  /** The name in /metrics. */
  name: string;
  /** How many run at the same time in one web process. */
  atOnce: number;
  /** How many may wait; more are refused at once. */
  waiting: number;
  /** How long they wait at most, in milliseconds. */
  maxWaitMs: number;
  /** The message for a person who is refused. */
  busyMessage: string;
}

/** Seconds after which a person who was refused may try again. */
const RETRY_AFTER_SECONDS = 5;

/** For costly work: only so much runs at the same time, the rest waits in a queue, and the queue is short. */
export class WorkQueue {
  readonly #rules: Rules;
  readonly #places: Ceiling;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
    // Running and waiting together; more are refused.
    this.#places = new Ceiling(rules.name, rules.atOnce + rules.waiting);
  }

  /** @throws ShopError `unavailable` when the queue is full or the wait too long; else what the work throws */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.#places.take()) throw this.#busyError();
    try {
      await this.#turn();
      try {
        return await work();
      } finally {
        this.#running -= 1;
        this.#line.shift()?.();
      }
    } finally {
      this.#places.release();
    }
  }

  #turn(): Promise<void> {
    if (this.#running < this.#rules.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const goOn = () => {
        clearTimeout(alarm);
        this.#running += 1;
        resolve();
      };
      const alarm = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(goOn), 1);
        this.#places.countRejection();
        reject(this.#busyError());
      }, this.#rules.maxWaitMs);
      this.#line.push(goOn);
    });
  }

  #busyError(): ShopError {
    return new ShopError("unavailable", this.#rules.busyMessage, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
