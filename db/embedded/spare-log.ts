import type pg from "pg";

/**
 * Files of the write-ahead log, 16 MB each, that lie ready. Where the disk is full PostgreSQL refuses a write, but it
 * ends, and with it all reading, once a file of its log is full and there is no room for the next.
 */
const SPARE_FILES = 3;

/** Makes sure of spare files for the log, which PostgreSQL itself makes only as it needs them, and then uses again. */
export async function prepareSpareLog(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ spare: number }>(
    `select count(*)::int as spare from pg_ls_waldir()
      where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`,
  );
  const missing = SPARE_FILES - (rows[0]?.spare ?? 0);
  if (missing <= 0) return;
  // A file that was left becomes a spare one at the next checkpoint; only a file with something in it can be left.
  for (let made = 0; made < missing; made += 1) {
    await admin.query("select pg_logical_emit_message(false, 'spare', '')");
    await admin.query("select pg_switch_wal()");
  }
  await admin.query("checkpoint");
}
