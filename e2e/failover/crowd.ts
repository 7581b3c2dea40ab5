import { setTimeout as wait } from "node:timers/promises";
import { Browser, type Traffic } from "../faults/browser.ts";
import { WaitedInVain } from "../faults/limit.ts";
import type { Random } from "../faults/random.ts";
import { lineUp, type Product, type Visit, visit } from "../faults/shopper.ts";

/** Shoppers at a time. */
const AT_ONCE = 4;

/** Shoppers of every kind, one after another, until they are told that the shop closes. */
export class Crowd {
  readonly visits: Visit[] = [];
  readonly traffic: Traffic;
  readonly #leaving: Promise<unknown>;
  readonly #over = new AbortController();
  #isClosing = false;

  constructor(shopUrl: string, products: readonly [Product, ...Product[]], random: Random) {
    this.traffic = { requests: 0, failures: [], secondTries: [], over: this.#over.signal };
    let number = 0;
    let line = lineUp(random, 20);
    const serve = async () => {
      while (!this.#isClosing) {
        if (line.length === 0) line = random.shuffle(lineUp(random, 60));
        const kind = line.shift();
        if (!kind) return;
        number += 1;
        const email = `shopper-${number}@example.com`;
        const browser = new Browser(shopUrl, this.traffic);
        this.visits.push(await visit(kind, { browser, products, email, random: random.fork() }));
      }
    };
    this.#leaving = Promise.all(Array.from({ length: AT_ONCE }, serve));
    // Awaited when they leave.
    this.#leaving.catch(() => undefined);
  }

  /** Waits until this many more have been served. @throws WaitedInVain */
  async untilServed(more: number, limitMs = 120_000): Promise<void> {
    const [enough, limit] = [this.visits.length + more, Date.now() + limitMs];
    while (this.visits.length < enough) {
      if (Date.now() > limit)
        throw new WaitedInVain(`Waited in vain for ${more} more shoppers to be served.`);
      await wait(50);
    }
  }

  /** Lets nobody in any more, and waits for those who are inside. */
  async leave(): Promise<void> {
    this.#isClosing = true;
    await this.#leaving;
  }

  /** Nobody tries again. */
  sendAway(): void {
    this.#isClosing = true;
    this.#over.abort();
  }
}
