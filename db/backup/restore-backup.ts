import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { migrate, migrateTo, migrationNames } from "../migrate.ts";
import {
  BACKED_UP_SCHEMAS,
  BACKUP_TITLE,
  BackupError,
  type BackupFooter,
  type BackupHeader,
  backupFooterSchema,
  backupHeaderSchema,
  decryptedBytes,
  END_OF_ROWS,
  isEncrypted,
  NEVER_RESTORED_TABLES,
  parseCommentLine,
} from "./backup-format.ts";

const NEWLINE = Buffer.from("\n");
const END = Buffer.from(END_OF_ROWS);
/** Rows are sent to the database in pieces of about this many bytes. */
const PIECE_BYTES = 65_536;

export interface RestoredBackup extends BackupHeader, BackupFooter {}

/**
 * Fills an empty database from a backup, in one transaction, and migrates it to this version's schema: either
 * everything is there, every row counted and every foreign key checked, or nothing. The file is read to its end before
 * the database is touched. `key` decrypts the backup.
 * @throws BackupError when the database is not empty, or the file is not a whole backup or comes from a newer version
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  key?: string,
): Promise<RestoredBackup> {
  const encrypted = await isEncrypted(file);
  if (encrypted && key === undefined) {
    throw new BackupError("This backup is encrypted: name the file with its key, --key file.");
  }
  const open = () => backupLines(file, encrypted ? key : undefined);
  const { migration } = await readBackup(open(), { copy: (_, lines) => countRows(lines) });
  if (!migrationNames().includes(migration)) {
    throw new BackupError(`This backup was made by a newer version of the shop (${migration}).`);
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await assertEmptyDatabase(client);
    await migrateTo(databaseUrl, migration);
    await client.query("begin");
    const putBack = await setAsideConstraints(client);
    await emptyTables(client);
    const restored = await readBackup(open(), {
      copy: (statement, lines) => copyRows(client, statement, lines),
      setSequence: (statement) => client.query(statement),
    });
    for (const statement of putBack) await client.query(statement);
    // Older backups contain the signing key; since then each restored shop makes its own.
    await client.query(
      "insert into shop_secret (name, value) values ('cookie', $1) on conflict (name) do nothing",
      [randomBytes(32).toString("base64url")],
    );
    // The workers that held these jobs are gone.
    await client.query("update graphile_worker._private_jobs set locked_at = null, locked_by = null");
    await client.query("commit");
    await migrate(databaseUrl);
    return restored;
  } finally {
    await client.end();
  }
}

interface Taker {
  /** Takes the rows of a table; how many they were. */
  copy(statement: string, lines: AsyncGenerator<Buffer>): Promise<number>;
  setSequence?(statement: string): Promise<unknown>;
}

/** @throws BackupError unless the file ends with its footer and every table has the number of rows given there */
async function readBackup(lines: AsyncGenerator<Buffer>, taker: Taker): Promise<RestoredBackup> {
  const title = await nextLine(lines);
  if (title !== BACKUP_TITLE) throw new BackupError("This file is not a backup of this shop.");
  const header = parseCommentLine(backupHeaderSchema, (await nextLine(lines)) ?? "");
  const taken: Record<string, number> = {};
  for (;;) {
    const line = await nextLine(lines);
    if (line === undefined) throw new BackupError("This backup ends in the middle: the file is damaged.");
    const copied = /^COPY (\S+\.\S+) \(.+\) FROM stdin;$/.exec(line)?.[1];
    if (copied) {
      taken[copied.replaceAll('"', "")] = await taker.copy(line, lines).catch((error: unknown) => {
        throw new BackupError(`This backup is damaged in ${copied}: ${reasonOf(error)}.`);
      });
    } else if (line.startsWith("SELECT pg_catalog.setval(")) await taker.setSequence?.(line);
    else return { ...header, ...compareCounts(parseCommentLine(backupFooterSchema, line), taken) };
  }
}

async function nextLine(lines: AsyncGenerator<Buffer>): Promise<string | undefined> {
  const { value, done } = await lines.next().catch((error: unknown) => {
    if (error instanceof BackupError) throw error;
    return { value: undefined, done: true };
  });
  return done || !value ? undefined : value.toString();
}

/** The rows of a table up to its end, or to the file's. */
async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done || value.equals(END)) return;
    yield value;
  }
}

async function countRows(lines: AsyncGenerator<Buffer>): Promise<number> {
  let count = 0;
  for await (const _ of rowsOf(lines)) count += 1;
  return count;
}

async function assertEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
  if (rows.length > 0) {
    throw new BackupError(
      "This database is in use: a backup is restored into an empty one only, so that nothing is overwritten. Name a new DATABASE_URL, or a new folder as DATA_DIR.",
    );
  }
}

/** Drops foreign keys and triggers during the import; the returned function restores them and checks the rows. */
async function setAsideConstraints(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint
     where contype = 'f' and connamespace in (select oid from pg_namespace where nspname = any($1))
     union all
     select format('alter table %s disable trigger user', t.tgrelid::regclass),
       format('alter table %s enable trigger user', t.tgrelid::regclass)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace in (select oid from pg_namespace where nspname = any($1))
     group by t.tgrelid`,
    [BACKED_UP_SCHEMAS],
  );
  for (const { away } of rows) await client.query(away);
  return rows.map(({ back }) => back);
}

/** Migrations write rows too; the rows of the backup replace them. */
async function emptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables
     where schemaname = any($1) and schemaname || '.' || tablename <> all($2)`,
    [BACKED_UP_SCHEMAS, NEVER_RESTORED_TABLES],
  );
  const tables = rows[0]?.tables;
  if (tables) await client.query(`truncate ${tables}`);
}

async function copyRows(
  client: pg.Client,
  statement: string,
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(statement));
  const done = finished(copy);
  // An error of the database is thrown where it is awaited, below.
  done.catch(() => undefined);
  try {
    await handOver(copy, done, lines);
  } catch (error) {
    copy.destroy();
    throw error;
  }
  return copy.rowCount;
}

async function handOver(
  copy: CopyStreamQuery,
  done: Promise<void>,
  lines: AsyncGenerator<Buffer>,
): Promise<void> {
  let piece: Buffer[] = [];
  let bytes = 0;
  const hand = async () => {
    if (bytes > 0 && !copy.write(Buffer.concat(piece))) await Promise.race([once(copy, "drain"), done]);
    piece = [];
    bytes = 0;
  };
  for await (const row of rowsOf(lines)) {
    piece.push(row, NEWLINE);
    bytes += row.length + NEWLINE.length;
    if (bytes >= PIECE_BYTES) await hand();
  }
  await hand();
  copy.end();
  await done;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function compareCounts(footer: BackupFooter, restored: Record<string, number>): BackupFooter {
  const wrong = Object.entries(footer.rows).find(([table, count]) => restored[table] !== count);
  if (wrong) throw new BackupError(`This backup is damaged: rows of ${wrong[0]} are missing.`);
  return footer;
}

const NEWLINE_BYTE = 0x0a;

/**
 * The lines of a gzipped file without their ends, piece by piece. Splits by the byte: row data may hold every
 * character but this one, including those that Node's own line reader takes for an end. `key` decrypts the file.
 */
async function* backupLines(file: string, key?: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  const unpacked = createGunzip();
  const packed = key === undefined ? createReadStream(file) : Readable.from(decryptedBytes(file, key));
  // Errors are thrown where the bytes are read.
  pipeline(packed, unpacked).catch(() => undefined);
  for await (const chunk of unpacked) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE_BYTE); end >= 0; end = bytes.indexOf(NEWLINE_BYTE, from)) {
      yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest;
}
