import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  BACKED_UP_SCHEMAS,
  BACKUP_TITLE,
  BackupError,
  commentLine,
  END_OF_ROWS,
  encryptFor,
  LEFT_OUT_TABLES,
} from "./backup-format.ts";

/** It contains customers' names and addresses: only its owner may read it. */
const FILE_MODE = 0o600;

/**
 * The secrets in the links of mails that are still to be sent (server/email/send-email.server.ts) must not be in a
 * backup. After a restore those mails are sent with links that say so; people can request new ones.
 */
const redactSecrets = (column: string) =>
  `regexp_replace(regexp_replace(${column}::text, '([?&](amp;)?(t|token|arrived)=)[A-Za-z0-9_.~%-]+', '\\1removed', 'g'),
     '(^|>|"code":")\\d{6}(?=<|"|$)', '\\1removed', 'gn')`;
const REDACTED_COLUMNS: Record<string, string> = Object.fromEntries(
  ["html", "text", "props", "unsubscribe_url"].map((column) => [
    `public.outbox_email.${column}`,
    redactSecrets(column),
  ]),
);

interface BackupOptions {
  now: Date;
  /** Who may decrypt it (`age1…`); empty: it is not encrypted. */
  recipients?: readonly string[];
}

interface Table {
  /** `schema.name`, as the footer names it. */
  name: string;
  /** The same, quoted for SQL. */
  quoted: string;
  /** Quoted, without columns that the database computes itself. */
  columns: string[];
}

/**
 * Writes every row of a database, as of one moment, to a file that appears under its name only when it is whole and
 * on the disk. The shop may go on selling meanwhile. The file is gzipped SQL, which `restore-backup.ts` and psql can
 * read.
 * @throws BackupError when the database was never migrated, or for an invalid recipient
 */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  { now, recipients = [] }: BackupOptions,
) {
  const encrypt = recipients.length > 0 ? encryptFor(recipients) : undefined;
  const part = `${file}.part`;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const rows: Record<string, number> = {};
  try {
    // One snapshot for all tables, so that no order is without its lines.
    await client.query("begin isolation level repeatable read read only");
    const output = createWriteStream(part, { mode: FILE_MODE });
    const text = Readable.from(backupText(client, now, rows));
    if (encrypt) await pipeline(text, createGzip(), encrypt, output);
    else await pipeline(text, createGzip(), output);
    await client.query("commit");
    await flushToDisk(part);
    await rename(part, file);
    return { rows };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* backupText(
  client: pg.Client,
  now: Date,
  rows: Record<string, number>,
): AsyncGenerator<string | Buffer> {
  yield `${BACKUP_TITLE}\n${commentLine({ at: now.toISOString(), migration: await newestMigration(client) })}\n`;
  for (const { name, quoted, columns } of await findTables(client)) {
    yield `COPY ${quoted} (${columns.join(", ")}) FROM stdin;\n`;
    const values = columns.map((column) => REDACTED_COLUMNS[`${name}.${column}`] ?? column);
    const copy = client.query(copyTo(`copy (select ${values.join(", ")} from ${quoted}) to stdout`));
    for await (const chunk of copy) yield chunk;
    rows[name] = copy.rowCount;
    yield `${END_OF_ROWS}\n`;
  }
  for (const { sequence, value } of await findSequences(client)) {
    yield `SELECT pg_catalog.setval('${sequence}', ${value});\n`;
  }
  yield `${commentLine({ rows })}\n`;
}

async function newestMigration(client: pg.Client): Promise<string> {
  const lastMigration = await client.query<{ name: string }>(
    "select name from mikro_orm_migrations order by id desc limit 1",
  );
  const newest = lastMigration.rows[0];
  if (!newest) throw new BackupError("This database was never migrated: there is nothing to back up.");
  return newest.name;
}

async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
       format('%I.%I', n.nspname, c.relname) as quoted,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
     group by n.nspname, c.relname
     order by n.nspname, c.relname`,
    [BACKED_UP_SCHEMAS, LEFT_OUT_TABLES],
  );
  return rows;
}

async function findSequences(client: pg.Client): Promise<{ sequence: string; value: string }[]> {
  const { rows } = await client.query<{ sequence: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as value
     from pg_sequences
     where schemaname = any($1) and last_value is not null
       and schemaname || '.' || sequencename <> 'public.mikro_orm_migrations_id_seq'
     order by 1`,
    [BACKED_UP_SCHEMAS],
  );
  return rows;
}

async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
