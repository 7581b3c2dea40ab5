import { Ceiling } from "./ceiling.ts";
import { ShopError } from "./errors.ts";

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
  refusal: string;
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
    if (!this.#places.take()) throw this.#refusal();
    try {
      await this.#turn();
      try {
        return await work();
      } finally {
        this.#running -= 1;
        this.#line.shift()?.();
      }
    } finally {
      this.#places.giveBack();
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
        this.#places.countRefusal();
        reject(this.#refusal());
      }, this.#rules.maxWaitMs);
      this.#line.push(goOn);
    });
  }

  #refusal(): ShopError {
    return new ShopError("unavailable", this.#rules.refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
