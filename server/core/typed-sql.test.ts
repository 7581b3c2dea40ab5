import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { SlowTypedQueries } from "#db/connections.ts";
import { Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import {
  allOf,
  anyOf,
  beyondRow,
  condition,
  containsText,
  decimal,
  isoTime,
  rawRow,
  rawRows,
  rowsChanged,
  truth,
  typedSql,
  wholeNumber,
} from "./typed-sql.server.ts";

const em = () => getOrm().em.fork();
let inside: ReturnType<typeof em>;

beforeEach(async () => {
  inside = em();
  await inside.begin();
});
afterEach(() => inside.rollback());

const firstProduct = () => typedSql(inside).selectFrom("product").orderBy("id").limit(1);

it("finds in each kind of column what its type says: text, number, switch, list, JSON", async () => {
  const product = await firstProduct()
    .select(["id", "name", "on_sale", "sale_price", "current_price"])
    .executeTakeFirstOrThrow();
  expect(product).toEqual({
    id: expect.any(Number),
    name: expect.any(String),
    on_sale: expect.any(Boolean),
    sale_price: null,
    current_price: expect.any(Number),
  });
  await inside.execute(
    `insert into store_setting (id, values, tab_saves, version) values (1, '{"list": [1]}', '{}', 1)
     on conflict (id) do update set values = excluded.values`,
  );
  const row = await typedSql(inside).selectFrom("store_setting").select("values").executeTakeFirstOrThrow();
  expect(row).toEqual({ values: { list: [1] } });
});

it("finds moments and long numbers as text, a day as year, month and day, and reads them by its functions", async () => {
  const { rows } = await sql`select '2026-03-01'::date as day, 9007199254740993::bigint as long`.execute(
    inside.getKysely(),
  );
  expect(rows).toEqual([{ day: "2026-03-01", long: "9007199254740993" }]);

  await inside.nativeUpdate(Product, { id: { $gt: 0 } }, { createdAt: new Date("2026-03-02T12:00:00.123Z") });
  const product = await firstProduct()
    .select((row) => [
      "created_at",
      isoTime(row.ref("created_at")).as("iso"),
      isoTime(row.ref("archived_at")).as("none"),
    ])
    .executeTakeFirstOrThrow();
  expect(product).toEqual({
    created_at: "2026-03-02 12:00:00.123+00",
    iso: "2026-03-02T12:00:00.123Z",
    none: null,
  });

  await inside.execute(
    "insert into user_account (name, email, username, land_size) values ('A', 'typed@example.com', 'typed', 12.5)",
  );
  const user = await typedSql(inside)
    .selectFrom("user_account")
    .where("email", "=", "typed@example.com")
    .select((row) => ["land_size", decimal(row.ref("land_size")).as("hectares")])
    .executeTakeFirstOrThrow();
  expect(user).toEqual({ land_size: "12.50", hectares: 12.5 });
});

it("makes numbers and switches of pieces of SQL", async () => {
  const row = await typedSql(inside)
    .selectNoFrom([wholeNumber`count(*)`.as("count"), truth`1 = 1`.as("same")])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ count: 1, same: true });
});

it("joins conditions without letting an or escape", async () => {
  const matching = (...conditions: Parameters<typeof allOf>[0]) =>
    typedSql(inside)
      .selectFrom("product")
      .where(allOf(conditions))
      .select(wholeNumber`count(*)`.as("count"))
      .executeTakeFirstOrThrow();
  const all = (await matching()).count;
  expect(all).toBeGreaterThan(1);
  expect(await matching(undefined, condition`false`, condition`true or true`)).toEqual({ count: 0 });
  expect(await matching(anyOf([]))).toEqual({ count: 0 });
  expect(await matching(anyOf([condition`false`, condition`true`]))).toEqual({ count: all });
});

it("finds a text without regard to case, and none of its letters is a wildcard", async () => {
  await inside.nativeUpdate(Product, { id: { $gt: 0 } }, { name: "Bag of 100% Char" });
  const namesContaining = async (text: string) =>
    (
      await typedSql(inside)
        .selectFrom("product")
        .where(containsText("lower(name)", text))
        .select("id")
        .execute()
    ).length > 0;
  expect(await Promise.all(["100% CHAR", "ba", "100_", "of"].map(namesContaining))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(await namesContaining("ar")).toBe(false);
});

it("continues after a row, in either direction", async () => {
  const ids = async (direction: "<" | ">", id: number) => {
    const order = direction === ">" ? "asc" : "desc";
    const rows = await typedSql(inside)
      .selectFrom("product as p")
      .where(beyondRow(direction, { table: "product", as: "p", column: "name", id }))
      .orderBy("p.name", order)
      .orderBy("p.id", order)
      .select("p.id")
      .execute();
    return rows.map((row) => row.id);
  };
  const byName = await typedSql(inside)
    .selectFrom("product")
    .orderBy("name")
    .orderBy("id")
    .select("id")
    .execute();
  const [first = { id: 0 }, ...rest] = byName;
  expect(await ids(">", first.id)).toEqual(rest.map(({ id }) => id));
  const [last = { id: 0 }, ...before] = byName.reverse();
  expect(await ids("<", last.id)).toEqual(before.map(({ id }) => id));
});

it("reads inside the EntityManager's transaction", async () => {
  await inside.nativeUpdate(Product, { id: { $gt: 0 } }, { name: "Not committed" });
  expect(await firstProduct().select("name").execute()).toEqual([{ name: "Not committed" }]);
  const outside = await typedSql(em()).selectFrom("product").orderBy("id").limit(1).select("name").execute();
  expect(outside).not.toEqual([{ name: "Not committed" }]);
});

it("refuses a raw row that does not match its schema, and counts written rows", async () => {
  const row = z.object({ value: z.number() });
  expect(await rawRows(inside, row, "select 1 as value union all select 2 order by 1")).toEqual([
    { value: 1 },
    { value: 2 },
  ]);
  expect(await rawRow(inside, row, "select ?::int as value", [7])).toEqual({ value: 7 });
  await expect(rawRows(inside, row, "select 'one' as value")).rejects.toThrow(z.ZodError);
  await expect(rawRow(inside, row, "select 1 as value where false")).rejects.toThrow(z.ZodError);
  expect(await rowsChanged(inside, "update product set name = ? where false", ["x"])).toBe(0);
  const all = await rowsChanged(inside, "update product set name = name");
  expect(all).toBe((await typedSql(inside).selectFrom("product").select("id").execute()).length);
});

it("logs a slow query, without its parameters", async () => {
  const write = vi.fn();
  const watched = inside.getKysely().withPlugin(new SlowTypedQueries(0, write));
  await watched.selectNoFrom(sql`pg_sleep(${0.01}), ${"ada@example.com"}::text`.as("slept")).execute();
  expect(write).toHaveBeenCalledWith("warn", "slow query", {
    ms: expect.any(Number),
    query: 'select pg_sleep($1), $2::text as "slept"',
  });
});
