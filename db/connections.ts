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
import pg from "pg";
import { log } from "#server/core/log.ts";

/*
 * Statements that PostgreSQL plans once for each connection instead of each time: those that every order runs. One that
 * writes a whole order takes longer to plan than to run: without this an order costs PostgreSQL a third more processor
 * time (docs/measurements.md). What runs now and then is planned with the values it gets,
 * which may be the better plan.
 */

const names = new Map<string, string>();

/** SQL that is prepared under this name on each connection that runs it; its parameters are `$1`, `$2`, … */
export function prepared(name: string, sql: string): string {
  names.set(sql, name);
  return sql;
}

type Query = (this: object, ...parameters: unknown[]) => unknown;

/** The same kind of connection, which sends what `prepared` has named as prepared statements. */
export function preparing(Connection: typeof pg.Client = pg.Client): typeof pg.Client {
  class PreparingClient extends Connection {}
  const parent: { query: Query } = Connection.prototype;
  const own: { query: Query } = PreparingClient.prototype;
  own.query = function query(text, values, ...rest) {
    const name = typeof text === "string" && Array.isArray(values) ? names.get(text) : undefined;
    if (name === undefined) return parent.query.call(this, text, values, ...rest);
    return parent.query.call(this, { name, text, values }, ...rest);
  };
  return PreparingClient;
}

/** A pool of connections to a database address. A lost one is `lost`'s, and never ends the process. */
export function openPool(
  connectionString: string,
  settings: pg.PoolConfig = {},
  lost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({ ...settings, connectionString });
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/**
 * Removes a connection that the server closed from the pool, even when its holder never releases it: kysely ends a
 * transaction by a statement and then releases the connection, which fails on a dead one. Otherwise each transaction
 * that a restart of PostgreSQL interrupts would block one place for good, until no request got a connection. The same of
 * a connection that is made while the pool ends: kysely 0.29.6 has forgotten its pool by then, fails, and never releases
 * it, and the end would wait for that for ever.
 */
export function releaseLostConnections(pool: pg.Pool): void {
  const acquired = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    acquired.add(client);
    if (pool.ending) void client.end();
  });
  pool.on("release", (_error, client) => acquired.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      if (!acquired.has(client)) return;
      const release = client.release.bind(client);
      // The holder may still release it: later, and not twice.
      client.release = () => undefined;
      release(new Error("The connection to the database was lost."));
    });
  });
}

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
