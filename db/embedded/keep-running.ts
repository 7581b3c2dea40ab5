import { setTimeout as wait } from "node:timers/promises";
import { log } from "#server/core/log.ts";
import type { Home } from "./home.ts";
import { findServer } from "./server-process.ts";

/** The interval at which it checks the server, in milliseconds. */
const WATCH_MS = 1000;
/** The wait between two attempts to start it: a full disk does not empty itself in a second. */
const RETRY_MS = 5000;

/**
 * Restarts the server of a home whenever it ends by itself. PostgreSQL repairs itself after a crash, but not after
 * one during the repair: on a disk without room for its log it gives up, and would stay stopped once there is room.
 * Returns how to stop watching, which must come before the server is stopped.
 */
export function keepRunning(home: Home, startAgain: () => Promise<unknown>): () => Promise<void> {
  const ending = new AbortController();
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  const watch = async () => {
    while (!ending.signal.aborted) {
      await pause(WATCH_MS);
      if (ending.signal.aborted || findServer(home)) continue;
      try {
        log("error", "the embedded database has ended and is started again");
        await startAgain();
        log("info", "the embedded database runs again");
      } catch (error) {
        log("error", "the embedded database could not be started again", { error });
        await pause(RETRY_MS);
      }
    }
  };
  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
  };
}
