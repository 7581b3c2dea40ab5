import { setTimeout as wait } from "node:timers/promises";
import { type Caller, type CallerResponse, LATE, type Sent } from "../support/caller.ts";

export interface BrowserResponse extends CallerResponse {
  /** Where a redirect leads. */
  location: string | null;
}

/** A request that began and got no proper response. */
export interface Failure {
  path: string;
  begun: number;
  reason: string;
}

/** How long a shopper tries to get one page, and how long they wait for what becomes of their payment. */
export interface Patience {
  pageMs: number;
  outcomeMs: number;
}

const PATIENCE: Patience = { pageMs: 60_000, outcomeMs: 180_000 };
/** The pause between two attempts, short for a person and long enough for a busy shop. */
const PAUSE = { first: 60, longest: 1000, growth: 1.5 };
/** How many of a browser's last requests are kept, to explain its outcome. */
const TRAIL_LENGTH = 20;

/** Thrown when the shop was away for longer than any shopper waits. */
export class GaveUp extends Error {}

/** A shopper's browser as the shop sees it: cookies, forms, links, and a person who retries. */
export class Browser {
  readonly patience: Patience;
  readonly #caller: Caller;
  /** Of all browsers: the test looks up what its own act caused. */
  readonly #failures: Failure[];
  #late = new Set<string>();
  #trail: string[] = [];

  constructor(caller: Caller, failures: Failure[] = [], patience = PATIENCE) {
    this.#caller = caller;
    this.#failures = failures;
    this.patience = patience;
  }

  /** Another browser with the same cookies: a second tab. */
  tab(): Browser {
    const tab = new Browser(this.#caller.again(), this.#failures, this.patience);
    tab.#late = this.#late;
    tab.#trail = this.#trail;
    return tab;
  }

  /** A browser without cookies. */
  stranger(): Browser {
    return new Browser(this.#caller.somebodyElse(), this.#failures, this.patience);
  }

  /** Whether it gave up a request that a slow shop may still carry out after later ones. */
  mayStillDo(path: string): boolean {
    return this.#late.has(path);
  }

  /** The last requests of all its tabs, each with its answer. */
  get trail(): readonly string[] {
    return this.#trail;
  }

  /**
   * Sends a request, and again like a person who reloads, until there is a response that is neither the shop's own
   * failure nor asks to try again later. Patience counts only while the shop is open: the time between a kill and the
   * next start is not its fault.
   */
  async insist(address: string, sent?: Sent): Promise<BrowserResponse> {
    const { pathname, search } = new URL(address, "http://shop");
    let limit = Date.now() + this.patience.pageMs;
    for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
      const begun = Date.now();
      const response = await this.#ask(pathname + search, sent);
      const { status, headers } = response;
      if (status > 0 && status < 500 && status !== 429) return response;
      const later = status === 429 ? Number(headers["retry-after"] ?? 1) * 1000 : pause;
      if (Date.now() + later > limit)
        throw new GaveUp(`${pathname}: ${status} ${response.text.slice(0, 100)}`);
      await wait(later);
      if (response.text === "ECONNREFUSED") limit += Date.now() - begun;
    }
  }

  async #ask(path: string, sent?: Sent): Promise<BrowserResponse> {
    const begun = performance.now();
    const response = await this.#caller.send(sent ? "POST" : "GET", path, sent);
    const { status, headers, text } = response;
    const location = headers.location ?? null;
    const outcome = status === 0 ? text : `${status} ${location ?? ""} ${noticeIn(response)}`.trim();
    this.#trail.push(`${new Date().toISOString()} ${sent ? "POST" : "GET"} ${path} → ${outcome}`);
    if (this.#trail.length > TRAIL_LENGTH) this.#trail.shift();
    if (text === LATE) this.#late.add(path);
    if (status === 0 || status >= 500) this.#failures.push({ path, begun, reason: outcome });
    return { ...response, location };
  }
}

/** The message for the next page, which the shop keeps in a cookie until then; "" for none. */
export function noticeIn({ headers }: CallerResponse): string {
  const cookie = headers["set-cookie"]?.find((header) => /^(__Host-)?notice=./.test(header));
  const [value = ""] = decodeURIComponent(cookie?.replace(/^[^=]*=/, "") ?? "").split(/[.;]/);
  return Buffer.from(value, "base64").toString();
}
