import pg from "pg";
import { freePort } from "#db/embedded/free-port.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { withConnection } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { WebProcess } from "../support/web-process.ts";

/** A process whose usage is measured. */
export type MeasuredServer = Pick<WebProcess, "url" | "pid">;

interface ShopSettings {
  databaseUrl: string;
  dataDir: string;
  /** Where the processor profile goes when the shop stops. */
  profileDir?: string | undefined;
  /** More of its environment. */
  settings?: Record<string, string>;
}

/** The built shop without request log and rate limits. */
export async function startShop(
  closing: AsyncDisposableStack,
  { databaseUrl, dataDir, profileDir, settings = {} }: ShopSettings,
): Promise<WebProcess> {
  const shop = new WebProcess({
    port: await freePort(),
    dataDir,
    nodeParameters: profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [],
    settings: {
      DATABASE_URL: databaseUrl,
      DEMO_DATA: "on",
      LOG_REQUESTS: "off",
      RATE_LIMIT_FACTOR: "0",
      // One process, to compare with a bare server of one process.
      WEB_PROCESSES: "1",
      ...settings,
    },
  });
  closing.defer(async () => void (await shop.end()));
  await shop.start();
  return shop;
}

/** A folder on a disk, as a shop's is. */
export async function openFolder(closing: AsyncDisposableStack): Promise<string> {
  return closing.adopt(await makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
}

/** The embedded PostgreSQL of `npm start`, which counts the statements that it is sent. */
export async function startCountingDatabase(
  closing: AsyncDisposableStack,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ dataDir });
  await withConnection(first.adminUrl, (client) =>
    client.query("alter system set shared_preload_libraries = 'pg_stat_statements'"),
  );
  await first.stop();
  const database = closing.adopt(await startEmbeddedPostgres({ dataDir }), (opened) => opened.stop());
  await withConnection(database.adminUrl, (client) => client.query("create extension pg_stat_statements"));
  return database;
}

/** The bench measures orders, so nothing runs out of stock. */
export async function fillStock(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, (client) =>
    client.query("update product set stock_quantity = 1000000000"),
  );
}

/** Thirty years of a batch a day. */
export async function fillBatches(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, (client) =>
    client.query(
      `insert into batch (product_id, code, made_on, feedstock, kiln_celsius, grams_made)
     select 1, 'BENCH-' || number, current_date - number, 'Hardwood forestry residues', 550, 850000
       from generate_series(1, 10000) number`,
    ),
  );
}

/** A connection that ends with the measuring. */
export async function connect(closing: AsyncDisposableStack, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return closing.adopt(client, (opened) => opened.end());
}
