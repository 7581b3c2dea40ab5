import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { systemContext } from "./request-context.server.ts";

/** What cannot wait for a job of the timetable, which comes once a minute at most. */
interface OftenWork {
  /** What the log says where it fails. It is done again next time. */
  failure: string;
  milliseconds: number;
  work: (context: Context) => Promise<void>;
}

/**
 * Does something every so many milliseconds for as long as the shop runs, one after the other. Returns how to stop: at
 * the end it is done once more, so that nothing waits for the next start.
 */
export function doOften({ failure, milliseconds, work }: OftenWork): () => Promise<void> {
  let doing: Promise<void> | undefined;
  const once = async () => {
    try {
      await work(await systemContext());
    } catch (error) {
      log("warn", failure, { error });
    }
    doing = undefined;
  };
  const timer = setInterval(() => {
    doing ??= once();
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await doing;
    await once();
  };
}
