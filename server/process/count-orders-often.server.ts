import { log } from "#server/core/log.ts";
import { countOrders } from "#server/reports/count-orders.server.ts";
import { systemContext } from "./request-context.server.ts";

/** Whoever reads a figure adds up the orders of this time alone; a job of the timetable comes once a minute at most. */
const INTERVAL_MILLISECONDS = 2000;

/** Counts new orders every few seconds, for as long as the shop runs. Returns how to stop: a count that runs ends first. */
export function countOrdersOften(interval = INTERVAL_MILLISECONDS): () => Promise<void> {
  let counting: Promise<void> | undefined;
  const count = async () => {
    try {
      await countOrders(await systemContext());
    } catch (error) {
      log("warn", "new orders could not be counted; they are next time", { error });
    }
    counting = undefined;
  };
  const timer = setInterval(() => {
    counting ??= count();
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await counting;
  };
}
