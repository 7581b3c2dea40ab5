import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { z } from "zod";

/** The first line of every backup, which identifies the file. */
export const BACKUP_TITLE = "-- Oxbow Biochar backup, format 1";

/** Ends the rows of a table, as in psql. */
export const END_OF_ROWS = "\\.";

/**
 * The schemas whose rows are backed up: the shop's own, and the job queue's, so that no mail is lost.
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

/** How every file of the age format begins (age-encryption.org/v1). */
const AGE_BEGINNING = "age-encryption.org/v1\n";

type Pieces = AsyncIterable<Uint8Array>;

/**
 * A new key pair: the key that decrypts backups, for the people who keep them, and the recipient that encrypts them,
 * for the shop.
 */
export async function makeBackupKey(): Promise<{ key: string; recipient: string }> {
  const key = await generateIdentity();
  return { key, recipient: await identityToRecipient(key) };
}

/**
 * Encrypts a stream for one or more recipients, as `age` does: the shop can then write backups but not read them.
 * @throws BackupError for an invalid recipient
 */
export function encryptFor(recipients: readonly string[]): (plain: Pieces) => Pieces {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupError(`"${recipient}" is no recipient of age: one begins with age1.`);
    }
  }
  return async function* (plain) {
    yield* await encrypter.encrypt(streamOf(plain));
  };
}

/** Whether a file is encrypted, judged by its first bytes. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE_BEGINNING.length));
    return buffer.toString() === AGE_BEGINNING;
  } finally {
    await handle.close();
  }
}

/**
 * The decrypted bytes of a file.
 * @throws BackupError when the key is invalid, or not the file's
 */
export async function* decryptedBytes(file: string, key: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch {
    throw new BackupError("the key of this backup is none of age: one begins with AGE-SECRET-KEY-.");
  }
  const encrypted = streamOf(createReadStream(file));
  const plain = await decrypter.decrypt(encrypted).catch(() => {
    throw new BackupError("this backup was encrypted for another key, or is damaged.");
  });
  yield* plain;
}

/** Read piece by piece, no faster than it is consumed. */
function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
