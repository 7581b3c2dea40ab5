import pg from "pg";

export interface Statement {
  /** How often in all. */
  calls: number;
  /** The text with its constants left out. */
  text: string;
}

/**
 * The statements that a piece of work sends to PostgreSQL, counted by the database itself, so the begin and commit
 * of transactions are among them.
 */
export async function statementsDuring(adminUrl: string, work: () => Promise<void>): Promise<Statement[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("select pg_stat_statements_reset()");
    await work();
    const { rows } = await client.query<Statement>(
      `select sum(calls)::int as calls, regexp_replace(query, '\\s+', ' ', 'g') as text
       from pg_stat_statements join pg_database on pg_database.oid = dbid
       where datname = 'shop' and toplevel group by text order by calls desc, text`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

export function countOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { calls }) => sum + calls, 0);
}
