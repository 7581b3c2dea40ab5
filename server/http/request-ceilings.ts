import type { RequestListener } from "node:http";
import { Ceiling } from "#server/core/ceiling.ts";
import { networkOf } from "./network-of.ts";
import { refuseEarly } from "./refuse-early.ts";

/**
 * Requests of one address that are being sent, answered or fetched at the same time in one process. An office of fifty
 * that opens the shop at the same moment, each browser with its six connections, stays below it.
 */
const REQUESTS_OF_ADDRESS = 300;
/** Requests that the application has in hand at the same time in one process: some seconds of its work. */
const REQUESTS_AT_WORK = 1000;
/** Of one network, as large as a provider gives one to a customer (/48). More would not be answered sooner. */
const AT_ONCE_OF_NETWORK = 32;
const RETRY_AFTER_SECONDS = 5;

/** Answers 429 to an address that has too many requests open at the same moment. */
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

/**
 * Hands the application so many requests of one network at the same time; its others wait until one of them is answered,
 * so that a visitor from elsewhere stands behind these few and not behind a flood. Answers 503 when too many wait.
 */
export function withRequestsAtWork(
  next: RequestListener,
  { most = REQUESTS_AT_WORK, atOnce = AT_ONCE_OF_NETWORK } = {},
): RequestListener {
  const atWork = new Ceiling("requests at work", most);
  const lines = new Map<string, { running: number; waiting: Set<() => void> }>();
  return (request, response) => {
    if (!atWork.take()) {
      const message = "The shop has too many visitors at this moment. Please try again in a moment.";
      const refusal = { status: 503, code: "unavailable", message } as const;
      return refuseEarly(request, response, { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const network = networkOf(String(request.headers["x-client-address"] ?? ""), 48);
    const line = lines.get(network) ?? { running: 0, waiting: new Set() };
    lines.set(network, line);
    const begin = () => {
      line.waiting.delete(begin);
      line.running += 1;
      next(request, response);
    };
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      atWork.giveBack();
      // Who left before their turn has none to give on.
      if (line.waiting.delete(begin)) return;
      line.running -= 1;
      const [following] = line.waiting;
      if (following) following();
      else if (line.running === 0) lines.delete(network);
    };
    // The whole answer is given out; how fast it is fetched is no work of the application.
    response.once("prefinish", end);
    response.once("close", end);
    if (line.running < atOnce) begin();
    else line.waiting.add(begin);
  };
}
