import { Migrator } from "@mikro-orm/migrations";
import { defineConfig } from "@mikro-orm/postgresql";
import * as entities from "./entities/index.ts";
import { migrationsList } from "./migrations/index.ts";

/**
 * The ORM's settings for one database address.
 * `migrationsFolder` is only needed where migrations are generated.
 */
export function databaseConfig(
  clientUrl: string,
  options: { poolSize?: number; migrationsFolder?: string } = {},
) {
  return defineConfig({
    clientUrl,
    entities: Object.values(entities),
    extensions: [Migrator],
    pool: { min: 1, max: options.poolSize ?? 10 },
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
