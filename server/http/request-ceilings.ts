import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { networkOf } from "#server/access/limit-key.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import { pathOf, refuseEarly } from "./refuse-early.ts";

/**
 * Requests of one address that are being received, handled or sent at the same time in one process. An office of fifty
 * that opens the shop at the same moment, each browser with its six connections, stays below it.
 */
const REQUESTS_OF_ADDRESS = 300;
/** Requests that the application handles at the same time in one process: some seconds of its work. */
const REQUESTS_AT_WORK = 1000;
/** For one network, as large as a provider gives a customer (/48). More would not be served sooner. */
const AT_ONCE_OF_NETWORK = 32;
/** The share of one part of the shop, so that a flood of one leaves room for the others. */
const AT_ONCE_OF_PART = 16;
const RETRY_AFTER_SECONDS = 5;

/** Responds 429 to an address that has too many requests open at the same moment. */
export function withRequestsOfAddress(next: RequestListener, most = REQUESTS_OF_ADDRESS): RequestListener {
  const open = new Ceiling("requests of an address", most);
  return (request, response) => {
    const network = networkOf(String(request.headers["x-client-address"] ?? ""));
    if (!open.take(1, network)) {
      const message =
        "Too many requests come from your network at the same time. Please try again in a moment.";
      const refusal = { status: 429, code: "rate_limited", message } as const;
      return refuseEarly(request, response, { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    response.once("close", () => open.giveBack(1, network));
    next(request, response);
  };
}

/** Starts handling a request when it is its turn; the turn ends with the response. */
export type ScheduleRequest = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void;

interface SchedulerOptions {
  most?: number;
  atOnce?: number;
  atOnceOfPart?: number;
}

/**
 * Handles a limited number of requests of one network at the same time; its others wait, so that a visitor from
 * elsewhere queues behind these few and not behind a flood. Among those that wait, the parts of the shop take turns,
 * and within a part its visitors (by their cookies): even behind an address that floods the search, somebody else can
 * fill a cart and pay. Responds 503 when too many wait.
 */
export function fairQueueByNetwork({
  most = REQUESTS_AT_WORK,
  atOnce = AT_ONCE_OF_NETWORK,
  atOnceOfPart = AT_ONCE_OF_PART,
}: SchedulerOptions = {}): ScheduleRequest {
  const atWork = new Ceiling("requests at work", most);
  const lines = new Map<string, NetworkLine>();
  const started = new WeakSet<ServerResponse>();
  return (request, response, begin) => {
    // The turn began earlier, for a page that was not cached.
    if (started.has(response)) return begin();
    // A client that disconnected while something was read for it would keep its place for ever: its end is signalled
    // only once.
    if (response.closed || response.destroyed) return;
    if (!atWork.take()) {
      const message = "The shop has too many visitors at this moment. Please try again in a moment.";
      const refusal = { status: 503, code: "unavailable", message } as const;
      return refuseEarly(request, response, { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    started.add(response);
    const network = networkOf(String(request.headers["x-client-address"] ?? ""), 48);
    const line = lines.get(network) ?? new NetworkLine(atOnce, atOnceOfPart);
    lines.set(network, line);
    const leave = line.join(partOf(request), request.headers.cookie ?? "", begin);
    const end = () => {
      if (!leave()) return;
      atWork.giveBack();
      if (line.isEmpty) lines.delete(network);
    };
    turns.set(response, end);
    // The whole response is written; how fast the client reads it costs the application nothing.
    response.once("prefinish", end);
    response.once("close", end);
  };
}

/** How the turn of each response ends that is being made. */
const turns = new WeakMap<ServerResponse, () => void>();

/** Ends the turn of a response that goes on for long without work, such as a stream of events. */
export function endTurn(response: ServerResponse): void {
  turns.get(response)?.();
}

/** Passes requests to the application in turn. */
export function withRequestsAtWork(next: RequestListener, schedule = fairQueueByNetwork()): RequestListener {
  return (request, response) => schedule(request, response, () => next(request, response));
}

/** The first segment of an address, and whether a query follows: "cart", "products", "products?". */
function partOf(request: IncomingMessage): string {
  const beginning =
    pathOf(request)
      .split("/", 2)[1]
      ?.replace(/\.data$/, "") ?? "";
  return request.url?.includes("?") ? `${beginning}?` : beginning;
}

/** The requests of one network: those being handled, and those that wait, by part of the shop and by visitor. */
class NetworkLine {
  readonly #atOnce: number;
  readonly #atOnceOfPart: number;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  /** The next turn comes first. */
  readonly #waiting = new Map<string, Map<string, Set<() => void>>>();

  constructor(atOnce: number, atOnceOfPart: number) {
    this.#atOnce = atOnce;
    this.#atOnceOfPart = atOnceOfPart;
  }

  get isEmpty(): boolean {
    return this.#running === 0 && this.#waiting.size === 0;
  }

  /** Starts at once or in turn; returns how to leave, which says whether this was the first time. */
  join(part: string, visitor: string, begin: () => void): () => boolean {
    let state: "waiting" | "running" | "gone" = "waiting";
    const start = () => {
      state = "running";
      this.#running += 1;
      this.#runningOf.set(part, this.#runningIn(part) + 1);
      begin();
    };
    if (this.#hasRoom(part)) start();
    else this.#visitorsOf(part, visitor).add(start);
    return () => {
      if (state === "gone") return false;
      const wasRunning = state === "running";
      state = "gone";
      // A request that left before its turn has none to pass on.
      if (!wasRunning) this.#takeOut(part, visitor, start);
      else {
        this.#running -= 1;
        const left = this.#runningIn(part) - 1;
        if (left > 0) this.#runningOf.set(part, left);
        else this.#runningOf.delete(part);
        this.#next()?.();
      }
      return true;
    };
  }

  #hasRoom(part: string): boolean {
    return this.#running < this.#atOnce && this.#runningIn(part) < this.#atOnceOfPart;
  }

  #runningIn(part: string): number {
    return this.#runningOf.get(part) ?? 0;
  }

  #visitorsOf(part: string, visitor: string): Set<() => void> {
    const visitors = this.#waiting.get(part) ?? new Map<string, Set<() => void>>();
    const own = visitors.get(visitor) ?? new Set();
    visitors.set(visitor, own);
    this.#waiting.set(part, visitors);
    return own;
  }

  #next(): (() => void) | undefined {
    for (const [part, visitors] of this.#waiting) {
      if (!this.#hasRoom(part)) continue;
      for (const [visitor, [start]] of visitors) {
        if (!start) continue;
        this.#takeOut(part, visitor, start);
        return start;
      }
    }
    return undefined;
  }

  /** A visitor who had a turn goes to the end, if more of their requests wait. */
  #takeOut(part: string, visitor: string, start: () => void): void {
    const visitors = this.#waiting.get(part);
    const own = visitors?.get(visitor);
    if (!visitors || !own?.delete(start)) return;
    visitors.delete(visitor);
    if (own.size > 0) visitors.set(visitor, own);
    this.#waiting.delete(part);
    if (visitors.size > 0) this.#waiting.set(part, visitors);
  }
}
