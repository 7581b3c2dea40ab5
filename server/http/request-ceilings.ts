import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { holderKeyOf, limitKeyOf } from "#server/access/limit-key.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import { respondEarly } from "#server/http/respond-early.ts";

/**
 * Requests of one address that are being received, handled or sent at the same time in one process. An office of fifty
 * that opens the shop at the same moment, each browser with its six connections, stays below it.
 */
const REQUESTS_OF_ADDRESS = 300;
/** Requests that the application handles at the same time in one process: some seconds of its work. */
const REQUESTS_AT_WORK = 1000;
/** For one network, as large as a provider gives a customer (/48). More would not be served sooner. */
const AT_ONCE_OF_NETWORK = 32;
const RETRY_AFTER_SECONDS = 5;

/** Responds 429 to an address that has too many requests open at the same moment. */
export function withRequestsOfAddress(next: RequestListener, most = REQUESTS_OF_ADDRESS): RequestListener {
  const open = new Ceiling("requests of an address", most);
  return (request, response) => {
    const network = limitKeyOf(String(request.headers["x-client-address"] ?? ""));
    if (!open.take(1, network)) {
      const message =
        "Too many requests come from your network at the same time. Please try again in a moment.";
      const rejection = { status: 429, code: "rate_limited", message } as const;
      return respondEarly(request, response, { ...rejection, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    response.once("close", () => open.release(1, network));
    next(request, response);
  };
}

/** Starts handling a request when it is its turn; the turn ends with the response. */
export type ScheduleRequest = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void;

interface Network {
  running: number;
  /** Those that wait: the next comes first. */
  line: Set<() => void>;
}

/** How the turn ends of each response that is being made. */
const turns = new WeakMap<ServerResponse, () => void>();

/**
 * Handles a limited number of requests of one network at the same time; its others wait in the order they came, so
 * that a visitor from elsewhere queues behind these few and not behind a flood. Responds 503 when too many wait.
 */
export function queueByNetwork({
  most = REQUESTS_AT_WORK,
  atOnce = AT_ONCE_OF_NETWORK,
} = {}): ScheduleRequest {
  const atWork = new Ceiling("requests at work", most);
  const networks = new Map<string, Network>();
  return (request, response, begin) => {
    // The turn began earlier, for a page that was not cached.
    if (turns.has(response)) return begin();
    // A client that disconnected while something was read for it would keep its place for ever: its end is signalled
    // only once.
    if (response.closed || response.destroyed) return;
    if (!atWork.take()) {
      const message = "The shop has too many visitors at this moment. Please try again in a moment.";
      const rejection = { status: 503, code: "unavailable", message } as const;
      return respondEarly(request, response, { ...rejection, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const name = holderKeyOf(String(request.headers["x-client-address"] ?? ""));
    const network = networks.get(name) ?? { running: 0, line: new Set() };
    networks.set(name, network);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      atWork.release();
      // A request that left before its turn has none to pass on.
      if (network.line.delete(begin)) return;
      const [next] = network.line;
      if (next) {
        network.line.delete(next);
        // Not within the end of this one: a long line of answers that are ready would become as deep a stack.
        setImmediate(next);
        return;
      }
      network.running -= 1;
      if (network.running === 0) networks.delete(name);
    };
    turns.set(response, end);
    // The whole response is written; how fast the client reads it costs the application nothing.
    response.once("prefinish", end);
    response.once("close", end);
    if (network.running >= atOnce) return void network.line.add(begin);
    network.running += 1;
    begin();
  };
}

/** Ends the turn of a response that goes on for long without work, such as a stream of events. */
export function endTurn(response: ServerResponse): void {
  turns.get(response)?.();
}

/** Passes requests to the application in turn. */
export function withRequestsAtWork(next: RequestListener, schedule = queueByNetwork()): RequestListener {
  return (request, response) => schedule(request, response, () => next(request, response));
}

/** Open connections of one process: each costs some kilobytes, and the system allows a process some thousands. */
const CONNECTIONS = 2000;
/** For one address: an office of sixty with six each. */
const CONNECTIONS_OF_ADDRESS = 400;

interface ConnectionRules {
  /** Connections then come from a proxy, which limits each address itself. */
  trustProxy: boolean;
  most?: number;
  mostOfAddress?: number;
}

/**
 * Limits the connections of a server, in total and from one address; one more is closed at once. What never sends or
 * finishes a request goes after the server's timeouts. `server.maxConnections` would have other processes of the same
 * port offered what one refuses, over and over when all are full.
 */
export function limitConnections(
  server: Server,
  { trustProxy, most = CONNECTIONS, mostOfAddress = CONNECTIONS_OF_ADDRESS }: ConnectionRules,
): void {
  const all = new Ceiling("connections", most);
  const ofAddress = new Ceiling("connections of an address", trustProxy ? most : mostOfAddress);
  server.on("connection", (socket) => {
    const network = limitKeyOf(socket.remoteAddress ?? "");
    if (!ofAddress.take(1, network)) return void socket.destroy();
    socket.once("close", () => ofAddress.release(1, network));
    if (!all.take()) return void socket.destroy();
    socket.once("close", () => all.release());
  });
}
