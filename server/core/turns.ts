import { Ceiling } from "./ceiling.ts";
import { ShopError } from "./errors.ts";

interface Rules {
  /** As /metrics calls it. */
  name: string;
  /** How many are done at the same time in one web process. */
  atOnce: number;
  /** How many may wait for their turn; who comes then is refused at once. */
  waiting: number;
  /** How long they wait at most, in milliseconds. */
  patienceMs: number;
  /** What the person is told who is refused. */
  refusal: string;
}

/** Who was refused for want of a turn may try again after so many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Costly work of which only so much is done at the same time; the rest waits in a line that is short as well. */
export class Turns {
  readonly #rules: Rules;
  readonly #places: Ceiling;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
    // Those at work and those in the line: what is beyond them is sent away.
    this.#places = new Ceiling(rules.name, rules.atOnce + rules.waiting);
  }

  /** @throws ShopError `unavailable` when too many are in the line, or it does not move; else what the work throws */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
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
      }, this.#rules.patienceMs);
      this.#line.push(goOn);
    });
  }

  #refusal(): ShopError {
    return new ShopError("unavailable", this.#rules.refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
