import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery, type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { slowTypedQueries } from "#db/connections.ts";
import type { Tables, Timestamp } from "#db/tables.ts";
import { WorkQueue } from "./ceiling.ts";
import { likeAnywhere, likeLiteral } from "./fields.ts";

/*
 * The one way to read rows that are no entities (docs/decisions/047-typed-sql.md). `typedSql` builds queries that
 * know the type of each column from the entities. What it cannot express (locks, sums, a statement that does a whole
 * step) is raw SQL, and `rawRows` parses its rows. Only the tags below state the type of a piece of SQL; those for
 * values ensure it in SQL, and `typed-sql.test.ts` checks it against the database.
 */

/** Typed queries of the shop's tables. Entities do the writing, so the rest of the builder is not offered. */
export type TypedSql = Pick<Kysely<Tables>, "selectFrom" | "selectNoFrom" | "with" | "withRecursive">;

/** Typed queries in the EntityManager's transaction, where there is one. */
export function typedSql(em: EntityManager): TypedSql {
  return em.getKysely<Tables>().withPlugin(slowTypedQueries);
}

/**
 * Runs raw SQL and parses the rows that it returns. Keep the schema beside the function, not in it: making one takes
 * longer than parsing a hundred rows.
 * @throws ZodError for a row that is not as expected
 */
export async function rawRows<Row extends z.ZodType>(
  em: Pick<EntityManager, "execute">,
  row: Row,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const rows = await em.execute(statement, [...parameters]);
  return rows.map((each) => row.parse(each));
}

/** The same for a statement that `prepared` has named (db/connections.ts); its parameters are `$1`, `$2`, … */
export async function preparedRows<Row extends z.ZodType>(
  em: EntityManager,
  row: Row,
  statement: string,
  parameters: readonly unknown[],
): Promise<z.output<Row>[]> {
  const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(statement, [...parameters]));
  return rows.map((each) => row.parse(each));
}

/** The same for a statement that always returns one row, such as sums. */
export async function rawRow<Row extends z.ZodType>(
  em: Pick<EntityManager, "execute">,
  row: Row,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<Row>> {
  return row.parse((await em.execute(statement, [...parameters]))[0]);
}

/** A row of which only the id is read. */
export const idRow = z.object({ id: z.number() });

const ranSchema = z.object({ affectedRows: z.number() });

/** How many rows a raw statement wrote or deleted. */
export async function rowsChanged(
  em: Pick<EntityManager, "execute">,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<number> {
  return ranSchema.parse(await em.execute(statement, [...parameters], "run")).affectedRows;
}

type Parts = [strings: TemplateStringsArray, ...values: unknown[]];

/** What a `where` asks for. */
export type Condition = RawBuilder<SqlBool>;

/** In brackets, so that an `or` in it stays by itself. */
export function condition(...parts: Parts): Condition {
  return sql<SqlBool>`(${sql(...parts)})`;
}

/** All of these conditions; true for none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const applicable = conditions.filter((each) => each !== undefined);
  return applicable.length === 0 ? condition`true` : condition`${sql.join(applicable, sql` and `)}`;
}

/** A value as a whole number. Only for what is never null. */
export function wholeNumber(...parts: Parts): RawBuilder<number> {
  return sql<number>`(${sql(...parts)})::int`;
}

/** A yes or no. Only for what is never null. */
export function truth(...parts: Parts): RawBuilder<boolean> {
  return sql<boolean>`(${sql(...parts)})::boolean`;
}

/** A `numeric` as a number, for values that fit one. */
export function decimal<Value extends string | null>(
  value: Expression<Value>,
): RawBuilder<number | Extract<Value, null>> {
  return sql<number | Extract<Value, null>>`(${value})::float8`;
}

/** A JSON object without one of its keys. */
export function withoutKey<Value extends object, Key extends keyof Value & string>(
  value: Expression<Value | null>,
  key: Key,
): RawBuilder<Omit<Value, Key> | null> {
  return sql<Omit<Value, Key> | null>`${value} - ${key}::text`;
}

/** A moment as an ISO date and time in UTC. */
export function isoTime<Value extends Timestamp | null>(
  value: Expression<Value>,
): RawBuilder<string | Extract<Value, null>> {
  return sql<
    string | Extract<Value, null>
  >`to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** One of these conditions; false for none. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? condition`false` : condition`${sql.join(conditions, sql` or `)}`;
}

/** Shorter texts have no trigram that an index could look up inside a word. */
const LETTERS_INSIDE_WORDS = 3;

/**
 * Finds a text in an SQL expression that has a trigram index and is in lower case, without regard to case: three
 * letters and more anywhere, fewer at the start of a word, so that the index is used for both.
 */
export function containsText(expression: string, text: string): Condition {
  const lower = text.toLowerCase();
  const literal = likeLiteral(lower);
  const patterns =
    text.length >= LETTERS_INSIDE_WORDS ? [likeAnywhere(lower)] : [`${literal}%`, `% ${literal}%`];
  return anyOf(patterns.map((pattern) => condition`${sql.raw(expression)} like ${pattern}`));
}

/** What comes after (`<`: before) one row in a list sorted by a column and the id; `as` is the table's alias there. */
export function beyondRow<Table extends keyof Tables>(
  direction: "<" | ">",
  row: { table: Table; as?: string; column: keyof Tables[Table] & string; id: number },
): Condition {
  const { table, as = table, column, id } = row;
  return condition`(${sql.ref(`${as}.${column}`)}, ${sql.ref(`${as}.id`)}) ${sql.raw(direction)}
    (select ${sql.ref(column)}, id from ${sql.table(table)} where id = ${id})`;
}

/**
 * Searches read many rows, and any visitor can start them: four at the same time leave most connections to buyers.
 * Each also has a time limit, in milliseconds.
 */
const searches = new WorkQueue({
  name: "searches",
  atOnce: 4,
  waiting: 40,
  maxWaitMs: 5000,
  busyMessage: "Too many people are searching at this moment. Please try again in a moment.",
});
const LONGEST_SEARCH_MS = 5000;

/** A query of what the storefront shows. */
export type Read<Row> = (sql: TypedSql) => { compile(): CompiledQuery; execute(): Promise<Row[]> };

/**
 * Rows of a visitor's search.
 * @throws ShopError `unavailable` when too many search at once
 */
export function searchedRows<Row>(em: EntityManager, read: Read<Row>): Promise<Row[]> {
  return searching(em, (sql) => read(sql).execute());
}

/** The same for what takes more than one statement. */
export function searching<Result>(
  em: EntityManager,
  work: (sql: TypedSql) => Promise<Result>,
): Promise<Result> {
  return searches.run(() =>
    em.getConnection().transactional((transaction) => work(transaction.withPlugin(slowTypedQueries)), {
      readOnly: true,
      sessionContext: { variables: { statement_timeout: LONGEST_SEARCH_MS } },
    }),
  );
}
