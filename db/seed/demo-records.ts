import type { EntityManager } from "@mikro-orm/postgresql";

/** What triggers write for the sums of sales: a job adds these rows up and deletes them. */
const NOTES_OF_SUMS = /_change$/;

/**
 * Runs `make` and lists every row that it adds in `demo_record`, whatever its table, so that the demo data can be
 * removed again without touching what the owner made. Rows that it only changes are not listed.
 */
export async function markDemoRecords(em: EntityManager, make: () => Promise<void>): Promise<void> {
  const tables = [...em.getMetadata().getAll().values()]
    .filter(({ primaryKeys, tableName }) => primaryKeys.join() === "id" && !NOTES_OF_SUMS.test(tableName))
    .map(({ tableName }) => tableName);
  const rows = tables
    .map((table) => `select '${table}' as table_name, id::text as record_id from ${table}`)
    .join(" union all ");
  await em.execute(`create temporary table before_demo on commit drop as ${rows}`);
  await make();
  await em.flush();
  await em.execute(
    `insert into demo_record (table_name, record_id) select table_name, record_id from (${rows}) after_demo
     except select table_name, record_id from before_demo`,
  );
  await em.execute("drop table before_demo");
}
