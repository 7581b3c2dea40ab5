import autocannon from "autocannon";
import { processorTimeOf } from "./shop.ts";

/** How many browsers send requests at the same time. */
export const CONNECTIONS = 64;

/** The headers of a browser: without them the cost of compression would stay hidden. */
export const browserHeaders = {
  accept: "text/html,application/json",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
};

export interface Load {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 2xx, and missing ones. */
  errors: number;
  /** Processor time of the server process for one response, in µs. */
  processorUs: number;
}

/** Sends requests for one address over many connections for some seconds. */
export async function loadOf(url: string, pid: number, seconds: number, cookie?: string): Promise<Load> {
  const before = processorTimeOf(pid);
  const headers = cookie === undefined ? browserHeaders : { ...browserHeaders, cookie };
  const { requests, duration, latency, errors, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
  });
  return {
    perSecond: requests.total / duration,
    medianMs: latency.p50,
    p99Ms: latency.p99,
    errors: errors + non2xx,
    processorUs: ((processorTimeOf(pid) - before) * 1000) / Math.max(1, requests.total),
  };
}

/** Merges rounds of the same load: the mean, and the worst latencies. */
export function together(rounds: readonly Load[]): Load {
  const mean = (pick: (load: Load) => number) =>
    rounds.reduce((sum, load) => sum + pick(load), 0) / rounds.length;
  return {
    perSecond: mean((load) => load.perSecond),
    medianMs: Math.max(...rounds.map((load) => load.medianMs)),
    p99Ms: Math.max(...rounds.map((load) => load.p99Ms)),
    errors: rounds.reduce((sum, load) => sum + load.errors, 0),
    processorUs: mean((load) => load.processorUs),
  };
}
