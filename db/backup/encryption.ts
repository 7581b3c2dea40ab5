import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { BackupError } from "./backup-format.ts";

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
