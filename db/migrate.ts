import { MikroORM } from "@mikro-orm/postgresql";
import { runMigrations } from "graphile-worker";
import { openClient, openPool } from "./hosts/connect.ts";
import { migrationsList } from "./migrations/index.ts";
import { databaseConfig } from "./mikro-orm.config.ts";

/** An arbitrary number that all instances of this shop agree on. */
const MIGRATION_LOCK = 7_420_001;

/**
 * Brings the database to the newest schema, the job queue's tables included. Safe to call from several
 * instances at once: an advisory lock lets one work while the others wait and then find nothing to do.
 */
export function migrate(url: string): Promise<void> {
  return bringTo(url);
}

/**
 * Brings an older or empty database to the schema that one migration left behind, to fill it from a backup of then.
 * @throws RangeError for a migration that this version does not know.
 */
export async function migrateTo(url: string, migration: string): Promise<void> {
  if (!migrationsList.some(({ name }) => name === migration)) {
    throw new RangeError(`There is no migration ${migration}.`);
  }
  return bringTo(url, migration);
}

async function bringTo(url: string, to?: string): Promise<void> {
  const lock = openClient(url, { connectionTimeoutMillis: 10_000 });
  // Whatever runs when the connection is lost fails by itself.
  lock.on("error", () => undefined);
  await lock.connect();
  const pool = openPool(url, { max: 1 });
  const orm = new MikroORM(databaseConfig(url, { poolSize: 2, patient: true }));
  try {
    await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await orm.migrator.up(to ? { to } : {});
    await runMigrations({ pgPool: pool });
  } finally {
    await orm.close();
    await pool.end();
    await lock.end();
  }
}
