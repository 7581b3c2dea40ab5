import { readdirSync } from "node:fs";
import { MikroORM } from "@mikro-orm/postgresql";
import { runMigrations } from "graphile-worker";
import pg, { type Client } from "pg";
import { openPool } from "./connections.ts";
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
  if (!migrationNames().includes(migration)) {
    throw new RangeError(`There is no migration ${migration}.`);
  }
  return bringTo(url, migration);
}

/** The names of all migrations, oldest first, as their files have them. */
export function migrationNames(): string[] {
  return readdirSync(new URL("./migrations/", import.meta.url))
    .filter((file) => /^Migration\d+\.ts$/.test(file))
    .map((file) => file.replace(".ts", ""))
    .sort();
}

async function bringTo(url: string, to?: string): Promise<void> {
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Whatever runs when the connection is lost fails by itself.
  lock.on("error", () => undefined);
  await lock.connect();
  const pool = openPool(url, { max: 1 });
  try {
    await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (await isBehind(lock)) await applyMigrations(url, to);
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
    await lock.end();
  }
}

/** Most starts find nothing to do: what migrations need is loaded only when there is. */
async function isBehind(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('mikro_orm_migrations') is not null as found",
  );
  if (!rows[0]?.found) return true;
  const applied = await client.query<{ name: string }>("select name from mikro_orm_migrations");
  const names = new Set(applied.rows.map(({ name }) => name));
  return migrationNames().some((name) => !names.has(name));
}

async function applyMigrations(url: string, to: string | undefined): Promise<void> {
  const { migrationsList } = await import("./migrations/index.ts");
  const orm = new MikroORM(
    databaseConfig(url, { poolSize: 2, patient: true, migrations: { list: migrationsList } }),
  );
  try {
    await orm.migrator.up(to ? { to } : {});
  } finally {
    await orm.close();
  }
}
