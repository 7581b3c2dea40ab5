import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { respondToWorkers } from "#server/http/metrics.ts";
import { WEB_CLOSED_MS } from "./close-web.server.ts";

/** Each has its own connections to the database; PostgreSQL allows a hundred by default. */
const MOST_BY_THEMSELVES = 4;
/** The wait before a process that ended is replaced. */
const REPLACE_PAUSE_MS = 500;

/** The number of web processes on this machine. */
export function countWebProcesses({ WEB_PROCESSES, NODE_ENV }: Environment, embedded: boolean): number {
  if (WEB_PROCESSES !== undefined) return WEB_PROCESSES;
  if (embedded || NODE_ENV !== "production") return 1;
  return Math.min(availableParallelism(), MOST_BY_THEMSELVES);
}

export interface WebProcesses {
  /** Tells all processes to finish their work, and waits for them. */
  stop(): Promise<void>;
}

/**
 * Starts web processes that share the port, and resolves when the first listens. One that ends by itself is replaced.
 * The first of them runs the jobs as well, the others serve the web only.
 * @throws Error when a process ends before it ever listened
 */
export async function startWebProcesses(build: string, count: number): Promise<WebProcesses> {
  cluster.setupPrimary({
    // Of the same bundle, so that it has one copy of the shop's modules.
    exec: path.join(path.dirname(build), "web-process.js"),
    args: [build],
  });
  respondToWorkers();
  const running = new Map<number, Worker>();
  let stopping = false;

  const start = (place: number): Promise<void> => {
    const worker = cluster.fork(place === 0 ? {} : { JOBS: "off" });
    running.set(place, worker);
    return new Promise((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("exit", (code, signal) => {
        running.delete(place);
        reject(new Error(`A web process ended with ${signal ?? code}.`));
        if (!stopping) void replace(place, { code, signal });
      });
    });
  };
  const replace = async (place: number, ended: Record<string, unknown>) => {
    log("error", "a web process ended and is replaced", ended);
    await wait(REPLACE_PAUSE_MS);
    if (!stopping) await start(place).catch(() => undefined);
  };
  const stop = async () => {
    stopping = true;
    const ending = [...running.values()].map(
      (worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())),
    );
    for (const worker of running.values()) worker.process.kill("SIGTERM");
    await Promise.race([Promise.all(ending), wait(WEB_CLOSED_MS, undefined, { ref: false })]);
    for (const worker of running.values()) worker.process.kill("SIGKILL");
  };

  try {
    const starting = Array.from({ length: count }, (_, place) => start(place));
    for (const later of starting) later.catch(() => undefined);
    await Promise.race(starting);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
