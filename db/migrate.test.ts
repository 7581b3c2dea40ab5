import pg from "pg";
import { expect, it } from "vitest";
import { migrationNames } from "./migrate.ts";
import { migrationsList } from "./migrations/index.ts";

it("every file of a migration is listed, and a migrated database knows it by its file's name", async () => {
  expect(migrationsList.map(({ name }) => name)).toEqual(migrationNames());
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL ?? "",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("select name from mikro_orm_migrations order by 1");
    expect(rows.map(({ name }) => name)).toEqual(migrationNames());
  } finally {
    await client.end();
  }
});
