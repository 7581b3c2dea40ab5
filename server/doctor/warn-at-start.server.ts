import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { findTradeGaps } from "./find-trade-gaps.server.ts";

/** Says in the log at each start what cannot wait while real money moves. */
export async function warnAtStart(context: Context): Promise<void> {
  for (const { title, sentence, isUrgent } of await findTradeGaps(context)) {
    if (isUrgent) log("warn", `not fit to take real money: ${title}. ${sentence}`);
  }
}
