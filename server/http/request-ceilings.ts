import type { RequestListener } from "node:http";
import { Ceiling } from "#server/core/ceiling.ts";
import { networkOf } from "./network-of.ts";
import { refuseEarly } from "./refuse-early.ts";

/**
 * Requests of one address that are being sent, answered or fetched at the same time in one process. An office of fifty
 * that opens the shop at the same moment, each browser with its six connections, stays below it.
 */
const REQUESTS_OF_ADDRESS = 300;
/** Requests that the application works on at the same time in one process: some seconds of its work. */
const REQUESTS_AT_WORK = 1000;
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

/** Answers 503 to what comes while the application has its hands full: it goes on with what it has. */
export function withRequestsAtWork(next: RequestListener, most = REQUESTS_AT_WORK): RequestListener {
  const atWork = new Ceiling("requests at work", most);
  return (request, response) => {
    if (!atWork.take()) {
      const message = "The shop has too many visitors at this moment. Please try again in a moment.";
      const refusal = { status: 503, code: "unavailable", message } as const;
      return refuseEarly(request, response, { ...refusal, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    let isAtWork = true;
    const end = () => {
      if (isAtWork) atWork.giveBack();
      isAtWork = false;
    };
    // The whole answer is given out; how fast it is fetched is no work of the application.
    response.once("prefinish", end);
    response.once("close", end);
    next(request, response);
  };
}
