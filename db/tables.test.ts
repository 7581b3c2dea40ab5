import { expect, it } from "vitest";
import { getOrm } from "./orm.server.ts";
import { longNumbers, tableSchemas } from "./tables.ts";

it("there is a type for the table of every entity", () => {
  const tables = [...getOrm().getMetadata().getAll().values()].map(({ tableName }) => tableName);
  expect(tableSchemas.map(({ meta }) => meta.tableName).sort()).toEqual(tables.sort());
});

it("the columns that come as text are those that the database has as bigint or numeric", async () => {
  const long = await getOrm()
    .em.fork()
    .execute(
      `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type in ('bigint', 'numeric') and table_name in (?)`,
      [tableSchemas.map(({ meta }) => meta.tableName)],
    );
  expect([...longNumbers].sort()).toEqual(long.map(({ name }) => name).sort());
});
