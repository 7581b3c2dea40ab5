import { Migrator } from "@mikro-orm/migrations";
import { defineConfig } from "@mikro-orm/postgresql";
import * as entities from "./entities/index.ts";
import { migrationsList } from "./migrations/index.ts";
import { releaseLostConnections } from "./release-lost-connections.ts";

/** How long a request waits for a connection, a new or a free one, before it fails: nobody waits for ever. */
const CONNECTION_WAIT_MS = 10_000;

/**
 * The ORM's settings for one database address.
 * `migrationsFolder` is only needed where migrations are generated.
 */
export function databaseConfig(
  clientUrl: string,
  options: { poolSize?: number; connectionWaitMs?: number; migrationsFolder?: string } = {},
) {
  return defineConfig({
    clientUrl,
    entities: Object.values(entities),
    extensions: [Migrator],
    pool: { min: 1, max: options.poolSize ?? 10 },
    driverOptions: {
      onPoolCreated: releaseLostConnections,
      connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    },
    forceUtcTimezone: true,
    // It would only tell each step of a migration; what goes wrong is thrown.
    logger: () => {},
    schemaGenerator: { ignoreSchema: ["graphile_worker"], skipTables: ["rate_limit"] },
    migrations: {
      migrationsList,
      transactional: true,
      allOrNothing: true,
      // Only generating a migration compares with the last schema; applying them writes no files.
      ...(options.migrationsFolder
        ? { path: options.migrationsFolder, emit: "ts", snapshot: true, snapshotName: "schema" }
        : { snapshot: false }),
    },
  });
}
