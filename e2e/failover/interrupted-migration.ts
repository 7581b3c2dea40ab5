import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "#db/migrate.ts";
import { WaitedInVain } from "../faults/limit.ts";
import type { Pair } from "./pair.ts";

const DATABASE = "migrating";
const BEGIN_LIMIT_MS = 20_000;
const COLUMNS =
  "select string_agg(table_name || '.' || column_name || ' ' || data_type, ',' order by table_name, column_name) as columns from information_schema.columns where table_schema in ('public', 'graphile_worker')";

export interface InterruptedMigration {
  /** Runs it again: whether it had been cut off, and what is wrong with what it made. */
  finish(): Promise<{ interrupted: boolean; complaint: string | undefined }>;
}

/** Begins all of the shop's migrations on an empty database of the pair, and resolves while they run. */
export async function interruptedMigration(pair: Pair): Promise<InterruptedMigration> {
  await pair.primary.asAdmin(`drop database if exists ${DATABASE} with (force)`);
  await pair.primary.asAdmin(`create database ${DATABASE} owner shop`);
  const url = pair.url.replace(/\/[^/?]+\?/, `/${DATABASE}?`);
  const ran = migrate(url).then(
    () => true,
    () => false,
  );
  const isBusy = `select 1 from pg_stat_activity where datname = '${DATABASE}' and backend_xid is not null`;
  const limit = Date.now() + BEGIN_LIMIT_MS;
  while ((await pair.primary.asAdmin(isBusy)).length === 0) {
    if (Date.now() > limit) throw new WaitedInVain("Waited in vain for a migration to begin.");
    await wait(20);
  }
  return {
    finish: async () => {
      const interrupted = !(await ran);
      await migrate(url);
      const [made] = await columnsOf(pair, DATABASE);
      const [own] = await columnsOf(pair, "shop");
      return {
        interrupted,
        complaint: made === own ? undefined : "A migration that ran again made other tables than it should.",
      };
    },
  };
}

async function columnsOf(pair: Pair, database: string): Promise<unknown[]> {
  return (await pair.primary.asAdmin(COLUMNS, database)).map(({ columns }) => columns);
}
