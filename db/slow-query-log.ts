import { DefaultLogger, type LogContext, type LoggerOptions } from "@mikro-orm/core";
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";
import { log } from "#server/core/log.ts";

/** Slower statements are logged: a whole page takes hardly longer. */
export const SLOW_QUERY_MS = 500;

type Write = typeof log;

/** Writes a line for each slow statement, without its values: they may be names and addresses. */
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

/**
 * The same for typed queries, which do not pass the ORM's logger. A query that fails is reported by its error alone.
 */
export class SlowTypedQueries implements KyselyPlugin {
  readonly #begun = new WeakMap<QueryId, { node: RootOperationNode; at: number }>();
  readonly #write: Write;
  readonly #threshold: number;

  constructor(threshold = SLOW_QUERY_MS, write: Write = log) {
    this.#threshold = threshold;
    this.#write = write;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#begun.set(queryId, { node, at: performance.now() });
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const begun = this.#begun.get(queryId);
    const took = begun ? Math.round(performance.now() - begun.at) : 0;
    if (begun && took >= this.#threshold) {
      const { sql } = new PostgresQueryCompiler().compileQuery(begun.node, queryId);
      this.#write("warn", "slow query", { ms: took, query: withoutValues(sql) });
    }
    return result;
  }
}

export const slowTypedQueries = new SlowTypedQueries();
