import { type Migration, Migrator } from "@mikro-orm/migrations";
import { defineConfig } from "@mikro-orm/postgresql";
import { preparing, releaseLostConnections, SLOW_QUERY_MS, SlowQueryLog } from "./connections.ts";
import * as entities from "./entities/index.ts";

/** How long a request waits for a connection, a new or a free one, before it fails. */
const CONNECTION_WAIT_MS = 10_000;

/** Time limits of PostgreSQL, in milliseconds; pg's own names. */
const LIMITS = {
  /** One statement of a request or a job. */
  statement_timeout: 60_000,
  /** Its wait for a lock. */
  lock_timeout: 15_000,
  /** A transaction whose process hangs between two statements: its locks are free again after that. */
  idle_in_transaction_session_timeout: 60_000,
};

/** For work on the schema itself. */
interface MigrationWork {
  list: (new (...parameters: ConstructorParameters<typeof Migration>) => Migration)[];
  /** Where a new migration is written, by comparing the entities with the last schema; applying them writes no files. */
  folder?: string;
}

/**
 * The ORM's settings for one database address. `patient` is for migrations, which may take as
 * long as they take.
 */
export function databaseConfig(
  clientUrl: string,
  options: {
    poolSize?: number;
    connectionWaitMs?: number;
    migrations?: MigrationWork;
    patient?: boolean;
  } = {},
) {
  const { list = [], folder } = options.migrations ?? {};
  const driverOptions = {
    onPoolCreated: releaseLostConnections,
    connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    // TCP notices a server that vanished, and the waiting request fails.
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECTION_WAIT_MS,
    ...(options.patient ? {} : LIMITS),
  };
  return defineConfig({
    clientUrl,
    // Classes: their schemas stand beside them.
    entities: Object.values(entities).filter((entity) => typeof entity === "function"),
    extensions: [Migrator],
    pool: { min: 1, max: options.poolSize ?? 10 },
    driverOptions: { ...driverOptions, Client: preparing() },
    slowQueryThreshold: options.patient ? undefined : SLOW_QUERY_MS,
    slowQueryLoggerFactory: (logger) => new SlowQueryLog(logger),
    forceUtcTimezone: true,
    // It would only report each step of a migration; errors are thrown.
    logger: () => {},
    schemaGenerator: { ignoreSchema: ["graphile_worker"], skipTables: ["rate_limit"] },
    migrations: {
      migrationsList: list,
      transactional: true,
      allOrNothing: true,
      ...(folder
        ? { path: folder, emit: "ts", snapshot: true, snapshotName: "schema" }
        : { snapshot: false }),
    },
  });
}
