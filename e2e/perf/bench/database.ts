import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded-postgres.ts";

/** The bench measures orders, so nothing runs out of stock. */
const PLENTY = 1_000_000_000;

/** The embedded PostgreSQL of `npm start`, with statement counting: of those sent, or also of those of triggers. */
export async function startCountingDatabase(
  dataDir: string,
  counted: "top" | "all" = "top",
): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ dataDir });
  await runAsAdmin(first.adminUrl, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await runAsAdmin(first.adminUrl, `alter system set pg_stat_statements.track = '${counted}'`);
  await first.stop();
  const database = await startEmbeddedPostgres({ dataDir });
  await runAsAdmin(database.adminUrl, "create extension pg_stat_statements");
  return database;
}

export function fillStock(shopUrl: string): Promise<void> {
  return runAsAdmin(shopUrl, `update product set stock_quantity = ${PLENTY}`);
}

/** Thirty years of a batch a day. */
const BATCHES = 10_000;

export function fillBatches(shopUrl: string): Promise<void> {
  return runAsAdmin(
    shopUrl,
    `insert into batch (product_id, code, made_on, feedstock, kiln_celsius, grams_made)
     select 1, 'BENCH-' || number, current_date - number, 'Hardwood forestry residues', 550, 850000
       from generate_series(1, ${BATCHES}) number`,
  );
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
