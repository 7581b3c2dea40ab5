import { afterAll, beforeAll, expect, it } from "vitest";
import { changeText, WatchedTables } from "./table-changes.ts";

let tables: WatchedTables;

beforeAll(async () => {
  tables = new WatchedTables(process.env.DATABASE_URL ?? "");
  await tables.execute("create table kept_thing (id int primary key, name text, parts jsonb)");
  await tables.execute(`insert into kept_thing values (1, 'one', '{"a": 1, "b": 2}'), (2, 'two', null)`);
  await tables.changes();
});

afterAll(() => tables.close());

async function changesAfter(statement: string): Promise<string[]> {
  await tables.execute(statement);
  return (await tables.changes()).map(changeText);
}

it("tells of nothing while nothing changes", async () => {
  expect(await tables.changes()).toEqual([]);
  expect(await changesAfter("update kept_thing set name = name")).toEqual([]);
});

it("tells of each changed column, of a key within an object, of a new row and of one that is gone", async () => {
  expect(await changesAfter("update kept_thing set name = ' one' where id = 1")).toEqual([
    'kept_thing 1: name "one" → " one"',
  ]);
  expect(await changesAfter(`update kept_thing set parts = '{"a": 1, "b": 3}' where id = 1`)).toEqual([
    "kept_thing 1: parts.b 2 → 3",
  ]);
  expect(await changesAfter("insert into kept_thing values (3, null, null)")).toEqual([
    'kept_thing new {"id":3,"name":null,"parts":null}',
  ]);
  expect(await changesAfter("delete from kept_thing where id = 3")).toEqual([
    'kept_thing gone {"id":3,"name":null,"parts":null}',
  ]);
});

it("tells null from an empty text, and of two rows that swap their values", async () => {
  expect(await changesAfter("update kept_thing set name = null where id = 2")).toEqual([
    'kept_thing 2: name "two" → null',
  ]);
  expect(await changesAfter("update kept_thing set name = '' where id = 2")).toEqual([
    'kept_thing 2: name null → ""',
  ]);
  await changesAfter("insert into kept_thing values (4, 'four', null), (5, 'five', null)");
  const swap = "update kept_thing set name = case id when 4 then 'five' else 'four' end where id in (4, 5)";
  expect((await changesAfter(swap)).sort()).toEqual([
    'kept_thing 4: name "four" → "five"',
    'kept_thing 5: name "five" → "four"',
  ]);
});
