import { sql } from "kysely";
import { expect, it } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { searchedRows } from "./typed-sql.server.ts";

it("searches for five seconds at most, and changes nothing", async () => {
  const em = getOrm().em.fork();
  const mostTime = sql`current_setting('statement_timeout')`.as("most");
  expect(await searchedRows(em, (tables) => tables.selectNoFrom(mostTime))).toEqual([{ most: "5s" }]);
  const locking = () => searchedRows(em, (tables) => tables.selectFrom("counter").selectAll().forUpdate());
  await expect(locking()).rejects.toThrow("read-only transaction");
  expect(await em.execute("select current_setting('statement_timeout') as most")).toEqual([{ most: "1min" }]);
});
