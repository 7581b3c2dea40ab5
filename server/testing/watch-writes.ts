import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import { vi } from "vitest";
import { z } from "zod";
import { AuditEntry } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import type { AuditArea } from "#server/audit/change-labels.ts";
import type { Context } from "#server/core/context.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";

const tableSchema = z.object({ name: z.string() });
const printSchema = z.object({ name: z.string(), print: z.string() });
const countSchema = z.object({ count: z.coerce.number() });
/** A statement as drivers pass it on. */
const textSchema = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/**
 * Counts the rows that are written to the tables of the test's database, no matter who writes them: a sequence that
 * triggers count up, so that asking costs one row instead of a look at every table. What is rolled back is counted,
 * too: a count that stays the same proves that nothing was written, one that grows asks for a closer look.
 */
export async function watchWrites(): Promise<() => Promise<number>> {
  const em = getOrm().em.fork();
  await em.execute("create sequence watched_writes");
  await em.execute(
    `create function count_write() returns trigger language plpgsql as
     $$ begin perform nextval('public.watched_writes'); return null; end $$`,
  );
  for (const name of await writtenTables(em)) {
    await em.execute(
      `create trigger count_write after insert or update or delete on ${name}
       for each row execute function public.count_write()`,
    );
  }
  return async () => {
    const { count } = await rawRow(
      em,
      countSchema,
      "select case when is_called then last_value else 0 end as count from watched_writes",
    );
    return count;
  };
}

/**
 * Every table's rows as one short text each: two that are equal mean that nothing was written in between, but when a
 * device was last seen, which is written once a minute.
 */
export async function databaseState(): Promise<Record<string, string>> {
  const em = getOrm().em.fork();
  const prints = await rawRows(
    em,
    printSchema,
    (await writtenTables(em))
      .map(
        (name) =>
          `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(row, '' order by row), '')) as print
           from (select (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t) t`,
      )
      .join(" union all "),
  );
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]));
}

/**
 * The shop's tables and its jobs, without those of limits and of the API keys, each of which says when it was last
 * shown.
 */
async function writtenTables(em: EntityManager): Promise<string[]> {
  const tables = await rawRows(
    em,
    tableSchema,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not in ('rate_limit', 'api_key')) or tablename = '_private_jobs'`,
  );
  return tables.map(({ name }) => name);
}

/** What is sent to the database, by this process, while some work is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([statement]: unknown[]) => textSchema.parse(statement));
  } finally {
    query.mockRestore();
  }
}

/** What the audit says of one subject, oldest first. */
export function auditEntriesOf(
  context: Context,
  area: AuditArea,
  subjectId: number | string,
): Promise<AuditEntry[]> {
  const where = { area, subjectId: String(subjectId) };
  return context.em.fork().find(AuditEntry, where, { orderBy: { id: "asc" } });
}
