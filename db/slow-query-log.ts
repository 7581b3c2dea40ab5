import { DefaultLogger, type LogContext, type LoggerOptions } from "@mikro-orm/core";
import { log } from "#server/core/log.ts";

/** A statement that takes longer is worth a line: a page has hardly more for all of its own. */
export const SLOW_QUERY_MS = 500;

type Write = typeof log;

/** Writes a line for each slow statement, without what was asked for: that may be names and addresses. */
export class SlowQueryLog extends DefaultLogger {
  readonly #write: Write;

  constructor(options: LoggerOptions, write: Write = log) {
    super(options);
    this.#write = write;
  }

  override logQuery({ query = "", took }: LogContext & { query?: string }): void {
    this.#write("warn", "slow query", { ms: took, query: withoutValues(query) });
  }
}

function withoutValues(query: string): string {
  return query.replaceAll(/'(?:[^']|'')*'/g, "?").slice(0, 2000);
}
