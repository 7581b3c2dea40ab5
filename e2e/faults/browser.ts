import { setTimeout as wait } from "node:timers/promises";

interface BrowserResponse {
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  body: string;
  /** The message that it leaves for the next page; "" for none. */
  notice: string;
}

type Sent = { form: Record<string, string> } | { json: unknown };

/** A request that began and got no proper response. */
export interface Failure {
  path: string;
  begun: number;
  reason: string;
  /** Its id in the shop's log. */
  requestId?: string | undefined;
}

/** For all browsers of a run: the chaos looks up what its own act caused. */
export interface Traffic {
  requests: number;
  failures: Failure[];
  /** What shoppers were told before they did it again. */
  secondTries: string[];
  /** Ends all visits: nobody retries any more. */
  over: AbortSignal;
}

const ANSWER_LIMIT_MS = 30_000;
/** The pause between two attempts, short for a person and long enough for a busy shop. */
const PAUSE = { first: 60, longest: 1000, growth: 1.5 };
const CLOSED_PAUSE_MS = 150;
/** How many of a browser's last requests are kept, to explain its outcome. */
const TRAIL_LENGTH = 20;

/** Thrown when the shop was away for longer than any shopper waits. */
export class GaveUp extends Error {}

/** A shopper's browser as the shop sees it: cookies, forms, links, and a person who retries. */
export class Browser {
  readonly #shopUrl: string;
  readonly #traffic: Traffic;
  readonly #cookies = new Map<string, string>();
  #late = new Set<string>();
  #trail: string[] = [];

  constructor(shopUrl: string, traffic: Traffic) {
    this.#shopUrl = shopUrl;
    this.#traffic = traffic;
  }

  /** Another browser with the same cookies: a second tab. */
  tab(): Browser {
    const tab = new Browser(this.#shopUrl, this.#traffic);
    for (const [name, value] of this.#cookies) tab.#cookies.set(name, value);
    tab.#late = this.#late;
    tab.#trail = this.#trail;
    return tab;
  }

  /** A browser without cookies. */
  stranger(): Browser {
    return new Browser(this.#shopUrl, this.#traffic);
  }

  /** Whether it gave up a request that a slow shop may still carry out after later ones. */
  mayStillDo(path: string): boolean {
    return this.#late.has(path);
  }

  /** The last requests of all its tabs, each with its answer. */
  get trail(): readonly string[] {
    return this.#trail;
  }

  /** Records that somebody was told that nothing was charged, or changed, and does it again. */
  triesAnew(): void {
    this.#traffic.secondTries.push(this.#trail.at(-1) ?? "");
  }

  /**
   * One request. @throws when the connection broke or nothing came
   */
  async ask(path: string, sent?: Sent): Promise<BrowserResponse> {
    const begun = performance.now();
    this.#traffic.requests += 1;
    try {
      const response = await fetch(new URL(path, this.#shopUrl), {
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        ...(sent ? postOf(sent) : {}),
        headers: {
          accept: "text/html,application/json",
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(sent && "json" in sent ? { "content-type": "application/json" } : {}),
        },
      });
      const body = await response.text();
      this.#keepCookies(response);
      if (response.status >= 500) {
        const requestId = response.headers.get("x-request-id") ?? undefined;
        this.#failed({ path, begun, reason: `${response.status}`, requestId });
      }
      const location = response.headers.get("location");
      const notice = noticeOf(response);
      this.#went(path, sent, `${response.status} ${location ?? ""} ${notice}`.trim());
      return { status: response.status, location, body, notice };
    } catch (error) {
      this.#went(path, sent, reasonOf(error));
      if (error instanceof DOMException && error.name === "TimeoutError") this.#late.add(path);
      this.#failed({ path, begun, reason: reasonOf(error) });
      throw error;
    }
  }

  /**
   * Retries, like a person who reloads, until there is a response that is not the shop's own failure. Patience counts
   * only while the shop is open: the time between a kill and the next start is not its fault.
   */
  async insist(path: string, sent?: Sent, patience = 60_000): Promise<BrowserResponse> {
    let limit = Date.now() + patience;
    for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
      const begun = Date.now();
      const outcome = await this.ask(path, sent).catch(reasonOf);
      if (typeof outcome === "object" && outcome.status < 500) return outcome;
      if (this.#traffic.over.aborted) throw new GaveUp(`${path} was not answered before the run was over`);
      if (Date.now() > limit) throw new GaveUp(`${path} was not answered within ${patience / 1000} s`);
      // A 502 is the balancer's: no shop is there.
      const closed = outcome === "ECONNREFUSED" || (typeof outcome === "object" && outcome.status === 502);
      await wait(closed ? CLOSED_PAUSE_MS : pause);
      if (closed) limit += Date.now() - begun;
    }
  }

  #went(path: string, sent: Sent | undefined, outcome: string): void {
    this.#trail.push(`${new Date().toISOString()} ${sent ? "POST" : "GET"} ${path} → ${outcome}`);
    if (this.#trail.length > TRAIL_LENGTH) this.#trail.shift();
  }

  #failed(failure: Failure): void {
    this.#traffic.failures.push(failure);
  }

  #keepCookies(response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [name, value] = header.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (name && value !== undefined) this.#cookies.set(name, value);
    }
  }
}

/** The message for the next page, which the shop keeps in a cookie until then. */
function noticeOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((header) => /^(__Host-)?notice=./.test(header));
  const [value = ""] = decodeURIComponent(cookie?.replace(/^[^=]*=/, "") ?? "").split(/[.;]/);
  return Buffer.from(value, "base64").toString();
}

function postOf(sent: Sent): RequestInit {
  return {
    method: "POST",
    body: "json" in sent ? JSON.stringify(sent.json) : new URLSearchParams(sent.form),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}
