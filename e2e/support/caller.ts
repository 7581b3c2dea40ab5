import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { z } from "zod";

export interface CallerResponse {
  /** 0 where there was no response; `text` then says why. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sent {
  /** Sent unchanged, unlike by a browser, which would normalise it. */
  headers?: OutgoingHttpHeaders;
  form?: Record<string, string>;
  json?: unknown;
}

/** Why there is no response when it was waited for in vain. */
export const LATE = "not answered in time";
const ANSWER_LIMIT_MS = 30_000;

/** A client at one address with cookies of its own, which sends what no browser would. */
export class Caller {
  readonly #url: URL;
  readonly #agent: http.Agent;
  readonly #cookies = new Map<string, string>();
  /** The address that the shop's proxy reports; null for a direct call without the proxy. */
  readonly address: string | null;

  constructor(
    shopUrl: string,
    address: string | null = null,
    agent: http.Agent = new http.Agent({ keepAlive: true }),
  ) {
    this.#url = new URL(shopUrl);
    this.#agent = agent;
    this.address = address;
  }

  /** Somebody without its cookies, at the same address or another. */
  somebodyElse(address = this.address): Caller {
    return new Caller(this.#url.href, address, this.#agent);
  }

  /** The same person once more: a copy of the cookies as they are now. */
  again(): Caller {
    const copy = this.somebodyElse();
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  /** Its cookies as a header, without the message for the next page, which is shown once. */
  get cookie(): string {
    return this.#cookieHeader((name) => !/^(__Host-)?notice$/.test(name));
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<CallerResponse> {
    return this.send("GET", path, { headers });
  }

  post(path: string, sent: Sent): Promise<CallerResponse> {
    return this.send("POST", path, sent);
  }

  send(method: string, path: string, { headers, form, json }: Sent = {}): Promise<CallerResponse> {
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? "" : JSON.stringify(json);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const cookies = this.#cookieHeader();
    const sent = {
      Accept: "text/html,application/json",
      ...(this.address === null ? {} : { "X-Forwarded-For": this.address }),
      ...(cookies ? { Cookie: cookies } : {}),
      ...(body ? { "Content-Type": type, "Content-Length": Buffer.byteLength(body) } : {}),
      ...headers,
    };
    return new Promise((resolve) => {
      const fail = (text: string) => resolve({ status: 0, headers: {}, text });
      const { hostname, port, protocol } = this.#url;
      const request = (protocol === "https:" ? https : http).request({
        ...{ hostname, port, path, method, headers: sent, agent: this.#agent },
        timeout: ANSWER_LIMIT_MS,
      });
      request.on("error", (error) => fail("code" in error ? String(error.code) : error.message));
      request.on("timeout", () => request.destroy(new Error(LATE)));
      request.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("error", () => undefined);
        response.on("close", () => {
          if (!response.complete) return fail("cut off in the middle");
          this.#keepCookies(response.headers["set-cookie"] ?? []);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.end(body);
    });
  }

  #cookieHeader(isMeant: (name: string) => boolean = () => true): string {
    const meant = [...this.#cookies].filter(([name]) => isMeant(name));
    return meant.map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keepCookies(setCookies: string[]): void {
    for (const header of setCookies) {
      const [name, value] = header.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      if (name && value !== undefined) this.#cookies.set(name, value);
    }
  }
}

const objectsSchema = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    kind: z.string(),
    body: z.record(z.string(), z.unknown()),
    createdAt: z.number(),
  }),
);

export type ProviderObject = z.infer<typeof objectsSchema>[number];

/** What the stand-ins of a shop's payment providers know of one kind, oldest first. */
export async function listProviderObjects(shopUrl: string, kind: string): Promise<ProviderObject[]> {
  const answer = await fetch(`${shopUrl}/sandbox/objects?${new URLSearchParams({ kind })}`);
  if (!answer.ok) throw new Error(`The stand-ins did not say what they know: ${answer.status}`);
  return objectsSchema.parse(await answer.json());
}

/** Tells them something: which faults, where to stop, that time has passed. */
export async function tellStandIns(
  shopUrl: string,
  what: "faults" | "hold" | "hurry",
  body: unknown = null,
): Promise<void> {
  const answer = await fetch(`${shopUrl}/sandbox/${what}`, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The stand-ins did not take it: ${answer.status} ${await answer.text()}`);
}

const holdSchema = z.object({ held: z.number(), pid: z.number() });

/** How much work waits where they were told to stop, and their process. */
export async function askStandIns(shopUrl: string): Promise<z.infer<typeof holdSchema>> {
  return holdSchema.parse(await (await fetch(`${shopUrl}/sandbox/hold`)).json());
}
