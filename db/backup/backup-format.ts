import { z } from "zod";

/** The first line of every backup, which identifies the file. */
export const BACKUP_TITLE = "-- Oxbow Biochar backup, format 1";

/** Ends the rows of a table, as in psql. */
export const END_OF_ROWS = "\\.";

/**
 * The schemas whose rows are backed up: the shop's own, the job queue's, so that no mail is lost, and the payment
 * stand-ins', so that both sides of a test payment are of one moment.
 */
export const BACKED_UP_SCHEMAS = ["public", "graphile_worker"] as const;

/** Filled by the migrations themselves, or worthless a minute later: a restore leaves them as they are. */
export const NEVER_RESTORED_TABLES = [
  "public.mikro_orm_migrations",
  "public.rate_limit",
  "graphile_worker.migrations",
];

/**
 * The key that signs cookies and links where there is no COOKIE_SECRET: anybody who found a backup could sign in with
 * it. A restored shop makes a new one.
 */
const SECRET_TABLE = "public.shop_secret";

/** Not in a backup. */
export const LEFT_OUT_TABLES = [...NEVER_RESTORED_TABLES, SECRET_TABLE];

/** The second line: where the rows come from. */
export const backupHeaderSchema = z.object({
  /** When the snapshot was taken, ISO in UTC. */
  at: z.iso.datetime(),
  /** The newest migration of the database it was taken from. */
  migration: z.string().min(1),
});

export type BackupHeader = z.infer<typeof backupHeaderSchema>;

/** The last line: how many rows each table has, so that a truncated file is never taken for a whole one. */
export const backupFooterSchema = z.object({ rows: z.record(z.string(), z.number().int().min(0)) });

export type BackupFooter = z.infer<typeof backupFooterSchema>;

/** An error in a request for a backup or a restore, or in the file, in one sentence for a person. */
export class BackupError extends Error {}

/** @throws BackupError for a line of another kind */
export function parseCommentLine<Value>(schema: z.ZodType<Value>, line: string): Value {
  const parsed = schema.safeParse(line.startsWith("-- {") ? jsonIn(line.slice(3)) : undefined);
  if (!parsed.success) throw new BackupError("This is not a whole backup of this shop: the file is damaged.");
  return parsed.data;
}

export function commentLine(value: BackupHeader | BackupFooter): string {
  return `-- ${JSON.stringify(value)}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
