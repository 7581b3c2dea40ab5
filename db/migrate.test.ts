import { expect, it } from "vitest";
import { migrationNames } from "./migrate.ts";
import { migrationsList } from "./migrations/index.ts";
import { getOrm } from "./orm.server.ts";

it("every file of a migration is listed, and a migrated database knows it by its file's name", async () => {
  expect(migrationsList.map(({ name }) => name)).toEqual(migrationNames());
  const names = await getOrm().em.fork().execute("select name from mikro_orm_migrations order by 1");
  expect(names.map(({ name }) => name)).toEqual(migrationNames());
});
