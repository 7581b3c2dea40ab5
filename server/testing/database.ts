import { randomBytes } from "node:crypto";
import pg from "pg";

/** Migrated and with the reference data (settings, products, articles); every test file works on a copy. */
export const TEMPLATE = "shop_template";

/** Runs one statement as the superuser and hangs up, so that no connection keeps a database from being copied. */
export async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server, as the same role. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** A fresh copy of the template for one test file. `drop` must come after the last connection is closed. */
export async function cloneDatabase(
  adminUrl: string,
  shopUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(adminUrl, `create database ${name} template ${TEMPLATE} owner shop strategy file_copy`);
  return {
    url: withDatabase(shopUrl, name),
    // PostgreSQL waits up to five seconds for connections that are about to close: one that is ended by force before it
    // has said goodbye is an error in the process that has it.
    drop: () =>
      asAdmin(adminUrl, `drop database if exists ${name}`).catch(() =>
        asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
      ),
  };
}
