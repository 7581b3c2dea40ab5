import autocannon from "autocannon";
import { headersWith } from "./answer.ts";
import { processorTimeOf } from "./process-usage.ts";

/** How many browsers, or scripts, send requests at the same time. */
export const CONNECTIONS = 64;

export interface Load {
  /** The total of responses, or pieces of work. */
  count: number;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 2xx, and missing ones. */
  errors: number;
  /** The size of one response, including its headers. */
  bytes?: number;
  /** Processor time of the server process for one response, in µs. */
  processorUs?: number;
}

/** Sends requests for one address over many connections for some seconds. */
export async function loadOf(url: string, pid: number, seconds: number, cookie?: string): Promise<Load> {
  const before = processorTimeOf(pid);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: headersWith(cookie),
  });
  const after = processorTimeOf(pid);
  const count = Math.max(1, result.requests.total);
  return {
    count,
    perSecond: result.requests.total / result.duration,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
    bytes: Math.round(result.throughput.total / count),
    processorUs: before === undefined || after === undefined ? undefined : ((after - before) * 1000) / count,
  };
}

/** Repeats one piece of work for some seconds, with one at a time per connection. */
export async function loadOfWork(work: () => Promise<void>, seconds: number): Promise<Load> {
  const latencies: number[] = [];
  const failures: unknown[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const repeat = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await work().then(
        () => latencies.push(performance.now() - begun),
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
  if (latencies.length === 0) throw new Error("Nothing succeeded.", { cause: failures[0] });
  if (failures.length > 0) console.error(`${failures.length} failed, such as:`, failures[0]);
  latencies.sort((a, b) => a - b);
  return {
    count: latencies.length,
    perSecond: (latencies.length * 1000) / (performance.now() - started),
    medianMs: latencies[Math.floor(latencies.length / 2)] ?? 0,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    errors: failures.length,
  };
}

/** Merges rounds of the same load: the mean, and the worst latencies. */
export function together(rounds: readonly Load[]): Load {
  const mean = (pick: (load: Load) => number | undefined) => {
    const values = rounds.map(pick).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const worst = (pick: (load: Load) => number) => Math.max(...rounds.map(pick));
  return {
    count: rounds.reduce((sum, load) => sum + load.count, 0),
    perSecond: mean((load) => load.perSecond) ?? 0,
    medianMs: worst((load) => load.medianMs),
    p99Ms: worst((load) => load.p99Ms),
    errors: rounds.reduce((sum, load) => sum + load.errors, 0),
    bytes: mean((load) => load.bytes),
    processorUs: mean((load) => load.processorUs),
  };
}
