import { randomBytes } from "node:crypto";
import pg from "pg";

/** Migrated and with the reference data (settings, products, articles); every test file works on a copy. */
export const TEMPLATE = "shop_template";

/** Does some work on a connection of its own, and hangs up. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement as the superuser and hangs up, so that no connection keeps a database from being copied. */
export async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  await withConnection(adminUrl, (client) => client.query(statement));
}

/** The address of another database on the same server, as the same role. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** What a worker of the tests works on, one file after another. */
export interface TestDatabases {
  /** The address of a database as the template is: the one before, where nothing was written to it. */
  lend(): Promise<string>;
  /** After the last connection is closed. */
  takeBack(): Promise<void>;
}

/** By one connection for all files: opening one costs about as much as copying a database. */
export function lendDatabases(adminUrl: string, shopUrl: string): TestDatabases {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops before the worker does.
  pool.on("error", () => undefined);
  let name: string | undefined;
  return {
    async lend() {
      if (name === undefined) {
        name = `test_${randomBytes(6).toString("hex")}`;
        await pool.query(`create database ${name} template ${TEMPLATE} owner shop strategy file_copy`);
      }
      return withDatabase(shopUrl, name);
    },
    async takeBack() {
      if (name === undefined || (await isUnwritten(pool, name))) return;
      await drop(pool, name);
      name = undefined;
    },
  };
}

/**
 * Whether nothing was ever written to a database, rolled back writes and changes of its schema included. A connection
 * counts its writes at its end, so that one which is still there may have some.
 */
async function isUnwritten(pool: pg.Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_database
     where datname = $1 and numbackends = 0 and tup_inserted + tup_updated + tup_deleted = 0`,
    [name],
  );
  return rowCount === 1;
}

async function drop(pool: pg.Pool, name: string): Promise<void> {
  // PostgreSQL waits up to five seconds for connections that are about to close: one that is ended by force before it
  // has said goodbye is an error in the process that has it.
  await pool
    .query(`drop database if exists ${name}`)
    .catch(() => pool.query(`drop database if exists ${name} with (force)`));
}
