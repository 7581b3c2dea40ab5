import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { decryptedBytes } from "./encryption.ts";

const NEWLINE = 0x0a;

/**
 * The lines of a gzipped file without their ends, piece by piece. By the byte: row data may hold every character but
 * this one, those included that Node's own line reader takes for an end. `key` opens one that is encrypted.
 */
export async function* backupLines(file: string, key?: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  const unpacked = createGunzip();
  const packed = key === undefined ? createReadStream(file) : Readable.from(decryptedBytes(file, key));
  // What goes wrong comes out where the bytes are read.
  pipeline(packed, unpacked).catch(() => undefined);
  for await (const chunk of unpacked) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest;
}
