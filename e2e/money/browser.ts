import { setTimeout as wait } from "node:timers/promises";

export interface BrowserResponse {
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  body: string;
  /** The message that it leaves for the next page; "" for none. */
  notice: string;
}

export type Sent = { form: Record<string, string> } | { json: unknown };

/** A request that began and got no proper response. */
export interface Failure {
  path: string;
  begun: number;
  reason: string;
}

const ANSWER_LIMIT_MS = 30_000;
const PATIENCE_MS = 60_000;
/** The pause between two attempts, short for a person and long enough for a busy shop. */
const PAUSE = { first: 60, longest: 1000, growth: 1.5 };
/** How many of a browser's last requests are kept, to explain its outcome. */
const TRAIL_LENGTH = 20;

/** Thrown when the shop was away for longer than any shopper waits. */
export class GaveUp extends Error {}

/** A shopper's browser as the shop sees it: cookies, forms, links, and a person who retries. */
export class Browser {
  readonly #shopUrl: string;
  /** Of all browsers: the test looks up what its own act caused. */
  readonly #failures: Failure[];
  readonly #cookies = new Map<string, string>();
  #late = new Set<string>();
  #trail: string[] = [];

  constructor(shopUrl: string, failures: Failure[]) {
    this.#shopUrl = shopUrl;
    this.#failures = failures;
  }

  /** Another browser with the same cookies: a second tab. */
  tab(): Browser {
    const tab = this.stranger();
    for (const [name, value] of this.#cookies) tab.#cookies.set(name, value);
    tab.#late = this.#late;
    tab.#trail = this.#trail;
    return tab;
  }

  /** A browser without cookies. */
  stranger(): Browser {
    return new Browser(this.#shopUrl, this.#failures);
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
   * Sends a request, and again like a person who reloads, until there is a response that is not the shop's own failure.
   * Patience counts only while the shop is open: the time between a kill and the next start is not its fault.
   */
  async insist(path: string, sent?: Sent): Promise<BrowserResponse> {
    let limit = Date.now() + PATIENCE_MS;
    for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
      const begun = Date.now();
      const outcome = await this.#ask(path, sent).catch(reasonOf);
      if (typeof outcome === "object" && outcome.status < 500) return outcome;
      if (Date.now() > limit) throw new GaveUp(`${path} was not answered within ${PATIENCE_MS / 1000} s`);
      await wait(pause);
      if (outcome === "ECONNREFUSED") limit += Date.now() - begun;
    }
  }

  async #ask(path: string, sent?: Sent): Promise<BrowserResponse> {
    const begun = performance.now();
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
      for (const header of response.headers.getSetCookie()) {
        const [name, value] = header.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
        if (name && value !== undefined) this.#cookies.set(name, value);
      }
      const { status } = response;
      if (status >= 500) this.#failures.push({ path, begun, reason: String(status) });
      const location = response.headers.get("location");
      const notice = noticeOf(response);
      this.#went(path, sent, `${status} ${location ?? ""} ${notice}`.trim());
      return { status, location, body, notice };
    } catch (error) {
      const reason = reasonOf(error);
      this.#went(path, sent, reason);
      if (error instanceof DOMException && error.name === "TimeoutError") this.#late.add(path);
      this.#failures.push({ path, begun, reason });
      throw error;
    }
  }

  #went(path: string, sent: Sent | undefined, outcome: string): void {
    this.#trail.push(`${new Date().toISOString()} ${sent ? "POST" : "GET"} ${path} → ${outcome}`);
    if (this.#trail.length > TRAIL_LENGTH) this.#trail.shift();
  }
}

/** The message for the next page, which the shop keeps in a cookie until then. */
function noticeOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((header) => /^(__Host-)?notice=./.test(header));
  const [value = ""] = decodeURIComponent(cookie?.replace(/^[^=]*=/, "") ?? "").split(/[.;]/);
  return Buffer.from(value, "base64").toString();
}

function postOf(sent: Sent): RequestInit {
  const body = "json" in sent ? JSON.stringify(sent.json) : new URLSearchParams(sent.form);
  return { method: "POST", body };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}
