import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate, migrateTo } from "#db/migrate.ts";
import { closeOrm } from "#db/orm.server.ts";
import { asAdmin, withDatabase } from "./database.ts";

export interface OldDatabase {
  run<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Brings it to the newest schema, as an update of the shop does. */
  upgrade(): Promise<void>;
}

interface OpenedDatabase extends OldDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database. `drop` waits for connections that are closing: cutting them off is an error that nobody handles. */
export async function makeEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `old_${randomBytes(6).toString("hex")}`;
  await asAdmin(inject("adminUrl"), `create database ${name} owner shop`);
  return {
    url: withDatabase(inject("shopUrl"), name),
    // PostgreSQL itself gives them five seconds.
    drop: () => asAdmin(inject("adminUrl"), `drop database ${name}`),
  };
}

async function openOldDatabase(lastMigration: string): Promise<OpenedDatabase> {
  const { url, drop: dropEmpty } = await makeEmptyDatabase();
  const client = new pg.Client({ connectionString: url });
  const drop = async () => {
    await client.end();
    await dropEmpty();
  };
  try {
    await migrateTo(url, lastMigration);
    await client.connect();
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    url,
    run: async (statement, values) => (await client.query(statement, values)).rows,
    upgrade: () => migrate(url),
    drop,
  };
}

/** Lets `work` fill a database as an older version left it: with the schema of that version's last migration. */
export async function withOldDatabase(
  lastMigration: string,
  work: (old: OldDatabase) => Promise<void>,
): Promise<void> {
  const old = await openOldDatabase(lastMigration);
  try {
    await work(old);
  } finally {
    await old.drop();
  }
}

/**
 * The same for a whole test file, whose database it is from now on: what the shop does, it does there. `close` belongs
 * into afterAll.
 */
export async function moveToOldDatabase(
  lastMigration: string,
): Promise<OldDatabase & { close(): Promise<void> }> {
  const { url, run, upgrade, drop } = await openOldDatabase(lastMigration);
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = url;
  const close = async () => {
    process.env.DATABASE_URL = before;
    await closeOrm();
    await drop();
  };
  return { run, upgrade, close };
}
