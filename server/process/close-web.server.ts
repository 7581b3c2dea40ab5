import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "#server/core/log.ts";
import { endStreams } from "#server/core/topics.ts";

/** How long responses that have begun may take after a signal, in milliseconds. */
const DRAIN_CAP_MS = 8000;
/** How long running jobs and connections may take after that; an interrupted job runs again later. */
const CLOSE_CAP_MS = 10_000;
/** After both times a web process has ended, or never will by itself. */
export const WEB_CLOSED_MS = DRAIN_CAP_MS + CLOSE_CAP_MS + 2000;

/**
 * Closes what a web process holds, in the reverse order of opening: requests, then jobs and connections. Never
 * throws.
 */
export async function closeWeb(server: Server | undefined): Promise<void> {
  try {
    endStreams();
    if (server) await drain(server, DRAIN_CAP_MS);
    const closed = await Promise.race([closeApplication(), wait(CLOSE_CAP_MS, "too late")]);
    if (closed === "too late") log("warn", `jobs or connections were not closed within ${CLOSE_CAP_MS} ms`);
  } catch (error) {
    log("error", "while stopping", { error });
  }
}

let closeApplication = async (): Promise<void> => {};

/** Says how to close what the application opened: this module, which a start loads first, does not import it. */
export function closeApplicationWith(close: () => Promise<void>): void {
  closeApplication = close;
}

/**
 * Accepts no new connections and resolves when every response that has begun is sent, after `capMs` milliseconds at the
 * latest; the rest is then cut off.
 */
export async function drain(server: Server, capMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection stays open after its response, for a next request that will not come.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cap = setTimeout(() => server.closeAllConnections(), capMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cap);
}
