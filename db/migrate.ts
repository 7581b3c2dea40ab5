import { MikroORM } from "@mikro-orm/postgresql";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { databaseConfig } from "./mikro-orm.config.ts";

/** An arbitrary number that all instances of this shop agree on. */
const MIGRATION_LOCK = 7_420_001;

/**
 * Brings the database to the newest schema, the job queue's tables included. Safe to call from several
 * instances at once: an advisory lock lets one work while the others wait and then find nothing to do.
 */
export async function migrate(url: string): Promise<void> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  const orm = new MikroORM(databaseConfig(url, { poolSize: 2 }));
  try {
    await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await orm.migrator.up();
    await runMigrations({ connectionString: url });
  } finally {
    await orm.close();
    await lock.end();
  }
}
