import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { BackupError } from "./backup-format.ts";

/** How every file of the age format begins (age-encryption.org/v1). */
const AGE_BEGINNING = "age-encryption.org/v1\n";

type Pieces = AsyncIterable<Uint8Array>;

/** A new key: what opens backups, for whoever keeps them, and the recipient that encrypts for it, for the shop. */
export async function makeBackupKey(): Promise<{ key: string; recipient: string }> {
  const key = await generateIdentity();
  return { key, recipient: await identityToRecipient(key) };
}

/**
 * Encrypts what passes for one or more recipients, as `age` does: the shop can then write backups and not read them.
 * @throws BackupError for what is no recipient
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

/** Whether a file is encrypted, by its beginning. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE_BEGINNING.length));
    return buffer.toString() === AGE_BEGINNING;
  } finally {
    await handle.close();
  }
}

/** The bytes of an encrypted file. @throws BackupError when the key is none, or not the file's */
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

/** Read piece by piece, as fast as it is taken. */
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
