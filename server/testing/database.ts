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

/**
 * Lends the test files of a worker one database after another, each as the template is: the one before, where nothing
 * was written to it. By one connection for all files: opening one costs about as much as copying a database.
 * @returns what returns the address of a database
 */
export function lendDatabases(adminUrl: string, shopUrl: string): () => Promise<string> {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops before the worker does.
  pool.on("error", () => undefined);
  let lent: string | undefined;
  return async () => {
    if (lent !== undefined && (await isUnwritten(pool, lent))) return withDatabase(shopUrl, lent);
    const before = lent;
    // Neither a written database nor one that is not there is lent after something failed here.
    lent = undefined;
    if (before !== undefined) await drop(pool, before);
    const name = `test_${randomBytes(6).toString("hex")}`;
    await pool.query(`create database ${name} template ${TEMPLATE} owner shop strategy file_copy`);
    lent = name;
    return withDatabase(shopUrl, name);
  };
}

/**
 * Whether nothing was ever written to a database, rolled back writes and changes of its schema included; a sequence
 * that was only asked for its next number is not seen. A connection counts its writes at its end, so that one which is
 * still there may have some.
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
