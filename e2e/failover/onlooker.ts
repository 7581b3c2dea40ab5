import { setTimeout as wait } from "node:timers/promises";
import { cookieOfShopper } from "../perf/signed-in-shopper.ts";

/** Its page is made anew for each request, from a session, an account and a cart; its form writes. */
const CART = "/cart";
const ACCOUNT = "/account";
const PAUSE_MS = 100;
/** So many pages without a failure count as served. */
const STEADY = 15;
const ANSWER_LIMIT_MS = 30_000;

/** One form and page of the onlooker; times in milliseconds of `performance.now()`. */
interface Look {
  begun: number;
  ended: number;
  /** 0: the connection broke, or nothing came. */
  status: number;
}

/** A signed-in customer with two of a product in the cart, who asks for two and looks at the cart all the time. */
export class Onlooker {
  readonly looks: Look[] = [];
  readonly #shopUrl: string;
  readonly #cookie: string;
  readonly #productId: number;
  readonly #looking: Promise<void>;
  #isOver = false;

  private constructor(shopUrl: string, cookie: string, productId: number) {
    [this.#shopUrl, this.#cookie, this.#productId] = [shopUrl, cookie, productId];
    this.#looking = this.#look();
  }

  static async at(shopUrl: string): Promise<Onlooker> {
    const customer = { username: "onlooker", password: "moss-and-embers-9" };
    const registered = await fetch(`${shopUrl}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...customer, name: "Olive Looker", email: "onlooker@example.com" }),
    });
    if (!registered.ok) throw new Error(`The registration was answered ${registered.status}.`);
    const products: { id: number }[] = await (await fetch(`${shopUrl}/api/products`)).json();
    return new Onlooker(shopUrl, await cookieOfShopper(shopUrl, customer), products[0]?.id ?? 0);
  }

  /** What is wrong with the sign-in and the cart now; undefined: they live on. */
  async complaint(): Promise<string | undefined> {
    const cart = await this.#ask(CART);
    const account = await this.#ask(ACCOUNT);
    if (account.status !== 200) return `the account page answers ${account.status}`;
    if (cart.status !== 200) return `the cart answers ${cart.status}`;
    const quantity = cart.body.match(/<option[^>]*selected[^>]*>(\d+)</)?.[1];
    return quantity === "2" ? undefined : `the cart shows ${quantity ?? "nothing"} instead of 2`;
  }

  /** The longest time after `from` until a page that was asked for then was there and everyone after it was, too. */
  secondsUntilServed(from: number): number {
    const failed = this.looks.filter(({ ended, status }) => ended > from && status !== 200);
    const last = failed.at(-1)?.begun ?? from;
    const served = this.looks.find(({ begun, status }) => begun >= last && status === 200);
    return served ? Math.max(0, served.ended - from) / 1000 : Number.POSITIVE_INFINITY;
  }

  /** Waits until pages come one after another again, or the limit has passed. */
  async untilServed(from: number, limitMs: number): Promise<void> {
    const isServed = () => {
      const last = this.looks.filter(({ begun }) => begun > from).slice(-STEADY);
      return last.length === STEADY && last.every(({ status }) => status === 200);
    };
    while (!isServed() && performance.now() < from + limitMs) await wait(PAUSE_MS);
  }

  /** How often each status was the answer to what was asked for after this moment. */
  statusesAfter(from: number): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { begun, status } of this.looks)
      if (begun >= from) counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      const begun = performance.now();
      const status = await this.#writeAndRead().catch(() => 0);
      this.looks.push({ begun, ended: performance.now(), status });
      await wait(PAUSE_MS);
    }
  }

  /** The status of the page; that of the form where it was not saved. */
  async #writeAndRead(): Promise<number> {
    const form = { intent: "change", productId: String(this.#productId), quantity: "2", returnTo: CART };
    const saved = await this.#ask(CART, form);
    return saved.status < 400 ? (await this.#ask(CART)).status : saved.status;
  }

  async #ask(page: string, form?: Record<string, string>): Promise<{ status: number; body: string }> {
    const response = await fetch(this.#shopUrl + page, {
      redirect: "manual",
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      headers: { accept: "text/html", cookie: this.#cookie },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return { status: response.status, body: await response.text() };
  }
}
