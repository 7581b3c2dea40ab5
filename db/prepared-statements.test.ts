import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { testContext } from "#server/testing/factories.ts";
import { prepared } from "./connections.ts";

const doubled = prepared("twice-a-number", "select $1::int * 2 as doubled");

it("prepares a named statement once on a connection, and runs it with each caller's values", async () => {
  const { em } = await testContext();
  await em.fork().transactional(async (transaction) => {
    const run = async (text: string, values: unknown[]) =>
      (await transaction.getKysely().executeQuery(CompiledQuery.raw(text, values))).rows;
    expect(await run(doubled, [2])).toEqual([{ doubled: 4 }]);
    expect(await run(doubled, [21])).toEqual([{ doubled: 42 }]);
    expect(await run("select name from pg_prepared_statements where name = $1", ["twice-a-number"])).toEqual([
      { name: "twice-a-number" },
    ]);
  });
});
