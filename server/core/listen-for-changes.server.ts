import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { log } from "./log.ts";
import { noteChange, setListening, staffTopics, tellStaffTopics, topics } from "./topics.ts";

/** What the triggers of db/migrations send on. */
const CHANNEL = "shop_changed";
/** How often the connection sends itself a heartbeat, and how long that may take. */
const BEAT_MS = 5000;
const BEAT_LIMIT_MS = 3000;
/** The wait before it connects again. */
const RETRY_MS = 1000;

/**
 * Receives from PostgreSQL what other processes changed, for as long as the shop runs. While the connection is lost,
 * or does not receive its own heartbeat (a proxy that shares connections drops LISTEN silently), nothing is cached.
 * @returns how to stop
 */
export function listenForChanges(url: string, beatMs: number = BEAT_MS): () => Promise<void> {
  const ending = new AbortController();
  const run = async () => {
    while (!ending.signal.aborted) {
      await listenOnce(url, beatMs, ending.signal).catch((error: unknown) =>
        log("warn", "changes are not heard; nothing is kept in memory until they are", { error }),
      );
      setListening(false);
      await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    ending.abort();
    await running;
  };
}

/** Resolves when it is stopped. @throws when the connection is lost or receives nothing */
async function listenOnce(url: string, beatMs: number, ending: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: BEAT_LIMIT_MS,
  });
  const lost = new AbortController();
  client.on("error", (error) => lost.abort(error));
  client.on("end", () => lost.abort(new Error("The listening connection was closed.")));
  const over = AbortSignal.any([ending, lost.signal]);
  const beat = `beat ${randomUUID()}`;
  let heard = () => {};
  client.on("notification", ({ payload }) => {
    if (payload === beat) return heard();
    const topic = topics.find((one) => one === payload);
    if (topic) noteChange(topic);
    const ofStaff = staffTopics.find((one) => one === payload);
    if (ofStaff) tellStaffTopics([ofStaff]);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    for (let isFirst = true; !over.aborted; isFirst = false) {
      const own = new Promise<void>((resolve) => {
        heard = resolve;
      });
      await client.query("select pg_notify($1, $2)", [CHANNEL, beat]);
      const limit = wait(BEAT_LIMIT_MS, "deaf", { ref: false });
      if ((await Promise.race([own, limit])) === "deaf") throw new Error("The connection does not hear.");
      if (isFirst) {
        setListening(true);
        // What changed before is unknown.
        tellStaffTopics(staffTopics);
      }
      await wait(beatMs, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
    if (!ending.aborted) throw lost.signal.reason;
  } finally {
    setListening(false);
    await client.end().catch(() => undefined);
  }
}
