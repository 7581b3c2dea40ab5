import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "#server/core/log.ts";

/** How long answers that were begun may take after a signal, in milliseconds. */
const DRAIN_CAP_MS = 8000;
/** How long running jobs and connections may take after that; a job that is cut off is done again later. */
const CLOSE_CAP_MS = 10_000;
/** After both a web process has ended, or never will by itself. */
export const WEB_CLOSED_MS = DRAIN_CAP_MS + CLOSE_CAP_MS + 2000;

/** Ends what a web process holds, last opened, first closed: requests, then jobs and connections. Never throws. */
export async function closeWeb(server: Server | undefined): Promise<void> {
  try {
    if (server) await drain(server, DRAIN_CAP_MS);
    const closed = await Promise.race([closeApplication(), wait(CLOSE_CAP_MS, "too late")]);
    if (closed === "too late") log("warn", `jobs or connections were not closed within ${CLOSE_CAP_MS} ms`);
  } catch (error) {
    log("error", "while stopping", { error });
  }
}

/** The built shop leaves here how to close what it opened. */
async function closeApplication(): Promise<void> {
  const shutdown: unknown = Reflect.get(globalThis, Symbol.for("shop.shutdown"));
  if (typeof shutdown === "function") await shutdown();
}

/**
 * Takes no new connections and resolves when every answer that was begun is sent, at the latest after `capMs`
 * milliseconds, when what is left is cut off.
 */
export async function drain(server: Server, capMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was answering stays open for the next request, which will not come.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cap = setTimeout(() => server.closeAllConnections(), capMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cap);
}
