import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate, migrateTo } from "#db/migrate.ts";
import { asAdmin, withDatabase } from "./database.ts";

interface OldDatabase {
  run<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Brings it to the newest schema, as an update of the shop does. */
  upgrade(): Promise<void>;
}

/** Lets `work` fill a database as an older version left it: with the schema of that version's last migration. */
export async function withOldDatabase(
  lastMigration: string,
  work: (old: OldDatabase) => Promise<void>,
): Promise<void> {
  const name = `old_${randomBytes(6).toString("hex")}`;
  const adminUrl = inject("adminUrl");
  await asAdmin(adminUrl, `create database ${name} owner shop`);
  const url = withDatabase(inject("shopUrl"), name);
  try {
    await migrateTo(url, lastMigration);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await work({
        run: async (statement, values) => (await client.query(statement, values)).rows,
        upgrade: () => migrate(url),
      });
    } finally {
      await client.end();
    }
  } finally {
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  }
}
