import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

export interface CallerResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sent {
  /** Sent unchanged, unlike by a browser, which would normalise it. */
  headers?: OutgoingHttpHeaders;
  form?: Record<string, string> | [string, string][];
  json?: unknown;
  /** Sent as it is. */
  body?: string;
}

const ANSWER_LIMIT_MS = 30_000;
/** The longest response that is read: a crawler of hostile addresses reads no export to its end. */
const MOST_READ = 4_000_000;

/** The status of a request without a response. */
export const UNANSWERED = 0;

/** A client at one address with cookies of its own, which sends what no browser would. */
export class Caller {
  readonly #url: URL;
  readonly #agent: http.Agent;
  readonly #cookies = new Map<string, string>();
  /** The address that the shop's proxy reports; null for a direct call without the proxy. */
  readonly address: string | null;

  constructor(shopUrl: string, address: string | null, agent = new http.Agent({ keepAlive: true })) {
    this.#url = new URL(shopUrl);
    this.#agent = agent;
    this.address = address;
  }

  /** The same person at another address. */
  movedTo(address: string): Caller {
    const moved = new Caller(this.#url.href, address, this.#agent);
    for (const [name, value] of this.#cookies) moved.#cookies.set(name, value);
    return moved;
  }

  /** Another person at the same address. */
  withoutCookies(): Caller {
    return new Caller(this.#url.href, this.address, this.#agent);
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<CallerResponse> {
    return this.send("GET", path, { headers });
  }

  post(path: string, sent: Sent): Promise<CallerResponse> {
    return this.send("POST", path, sent);
  }

  /** One request; without a response its status is 0. */
  send(method: string, path: string, sent: Sent = {}): Promise<CallerResponse> {
    const body = bodyOf(sent);
    const headers = {
      Accept: "text/html,application/json",
      ...(this.address === null ? {} : { "X-Forwarded-For": this.address }),
      ...(this.#cookies.size > 0 ? { Cookie: this.#cookieHeader() } : {}),
      ...(body === undefined
        ? {}
        : { "Content-Type": contentTypeOf(sent), "Content-Length": Buffer.byteLength(body) }),
      ...sent.headers,
    };
    return new Promise((resolve) => {
      const lost = (reason: string) => resolve({ status: UNANSWERED, headers: {}, text: reason });
      const { hostname, port } = this.#url;
      const timeout = ANSWER_LIMIT_MS;
      try {
        const request = http.request({ hostname, port, path, method, headers, agent: this.#agent, timeout });
        request.on("error", (error) => lost(error.message));
        request.on("timeout", () => request.destroy(new Error("not answered in time")));
        request.on("response", (response) => {
          const parts: Buffer[] = [];
          let length = 0;
          const done = () => {
            this.#keepCookies(response.headers["set-cookie"] ?? []);
            const text = Buffer.concat(parts).toString("utf8");
            resolve({ status: response.statusCode ?? UNANSWERED, headers: response.headers, text });
          };
          response.on("data", (part: Buffer) => {
            parts.push(part);
            length += part.length;
            if (length > MOST_READ) response.destroy();
          });
          response.on("close", done);
        });
        request.end(body);
      } catch (error) {
        // Node refuses to send invalid addresses and headers.
        lost(String(error));
      }
    });
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies].find(([header]) => header.endsWith(name))?.[1];
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keepCookies(setCookies: string[]): void {
    for (const header of setCookies) {
      const [name, value] = header.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (name && value !== undefined) this.#cookies.set(name, value);
    }
  }
}

function bodyOf({ form, json, body }: Sent): string | undefined {
  if (form !== undefined) return new URLSearchParams(form).toString();
  return json === undefined ? body : JSON.stringify(json);
}

function contentTypeOf({ form, json }: Sent): string {
  if (form !== undefined) return "application/x-www-form-urlencoded";
  return json === undefined ? "application/octet-stream" : "application/json";
}
