import pg from "pg";

/**
 * Counts the statements that a piece of work sends to PostgreSQL, through pg_stat_statements when it is loaded:
 * the exact number, transactions' begin and commit included.
 */
export async function statementsDuring(adminUrl: string, work: () => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("select pg_stat_statements_reset()");
    await work();
    const { rows } = await client.query<{ calls: string }>(
      "select coalesce(sum(calls), 0) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = 'shop'",
    );
    return Number(rows[0]?.calls ?? 0);
  } finally {
    await client.end();
  }
}
