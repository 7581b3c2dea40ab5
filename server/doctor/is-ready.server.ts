import { setTimeout as wait } from "node:timers/promises";
import { getOrm } from "#db/orm.server.ts";
import { log } from "#server/core/log.ts";

/** A load balancer asks every few seconds and gives up soon. */
const ANSWER_WITHIN_MS = 2000;

/** Whether this process can serve shoppers: its database answers, now. */
export async function isReady(): Promise<boolean> {
  const ending = new AbortController();
  try {
    const answer = getOrm().em.fork().execute("select 1");
    const late = wait(ANSWER_WITHIN_MS, "late", { signal: ending.signal });
    return (await Promise.race([answer, late])) !== "late";
  } catch (error) {
    log("warn", "the shop is not ready", { error });
    return false;
  } finally {
    ending.abort();
  }
}
