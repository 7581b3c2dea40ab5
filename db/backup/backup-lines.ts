import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

const NEWLINE = 0x0a;

/**
 * The lines of a gzipped file without their ends, piece by piece. By the byte: row data may hold every character but
 * this one, those included that Node's own line reader takes for an end.
 */
export async function* backupLines(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file).pipe(createGunzip())) {
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
