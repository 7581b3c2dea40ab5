import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { getOrm } from "#db/orm.server.ts";
import { searchedRows, storefrontRows } from "./storefront-rows.server.ts";

/* With a replica: storefront-rows.deep.test.ts. */

it("searches for five seconds at most, and changes nothing", async () => {
  const em = getOrm().em.fork();
  const mostTime = sql`current_setting('statement_timeout')`.as("most");
  expect(await searchedRows(em, (tables) => tables.selectNoFrom(mostTime))).toEqual([{ most: "5s" }]);
  const locking = () => searchedRows(em, (tables) => tables.selectFrom("counter").selectAll().forUpdate());
  await expect(locking()).rejects.toThrow("read-only transaction");
  expect(await storefrontRows(em, (tables) => tables.selectNoFrom(mostTime))).toEqual([{ most: "1min" }]);
});

it("is asked by what shows the catalogue and texts alone, never by what takes money", () => {
  const asking = ["cart", "checkout", "payments", "orders", "ledger", "reports", "identity", "jobs"].flatMap(
    (feature) =>
      globSync(`server/${feature}/**/*.ts`).filter((file) =>
        /storefront-rows|catalogueRows|getConnection\(/.test(readFileSync(file, "utf8")),
      ),
  );
  expect(asking).toEqual([]);
});
