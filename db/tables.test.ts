import { expect, it } from "vitest";
import * as entities from "./entities/index.ts";
import { getOrm } from "./orm.server.ts";
import { longNumbers } from "./tables.ts";

const tables = () => [...getOrm().getMetadata().getAll().values()].map(({ tableName }) => tableName);

it("there is a type for the table of every entity", () => {
  const typed = Object.entries(entities).flatMap(([name, entity]) =>
    name.endsWith("Schema") && "meta" in entity ? entity.meta.tableName : [],
  );
  expect(typed.sort()).toEqual(tables().sort());
});

it("the columns that come as text are those that the database has as bigint or numeric", async () => {
  const long = await getOrm()
    .em.fork()
    .execute(
      `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type in ('bigint', 'numeric') and table_name in (?)`,
      [tables()],
    );
  expect([...longNumbers].sort()).toEqual(long.map(({ name }) => name).sort());
});
