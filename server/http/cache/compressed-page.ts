import { createHash } from "node:crypto";
import {
  brotliCompressSync,
  crc32,
  deflateRawSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  constants as zlib,
} from "node:zlib";

/*
 * A cached page in the encodings that browsers accept: each is made once, with the same bytes for everybody. A shared
 * page is left open: the visitor's own part follows, compressed by itself, since deflate (RFC 1951) lets a stream be
 * joined from parts that end at a byte, and CRC-32 can continue (RFC 1952).
 */

export type Encoding = "br" | "gzip" | "identity";

const GZIP_LEVEL = 6;
/** Smaller than gzip's best result, in about the same time (a page of the catalogue: docs/measurements.md). */
const BROTLI_QUALITY = 5;
/** A visitor's own part is short: a tenth of deflate's default memory is enough. */
const TAIL = { level: 1, windowBits: 12, memLevel: 5 };
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/** A page that is sent uncompressed. */
export class CompressedPage {
  readonly #gzip: Buffer;
  /** Compressed at the first request that accepts it. */
  #brotli: Buffer | undefined;
  /** Names exactly these bytes, for every encoding with its own ending (RFC 9110, 8.8.3). */
  readonly #tag: string;

  constructor(plain: Buffer) {
    this.#gzip = gzipSync(plain, { level: GZIP_LEVEL });
    this.#tag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  }

  /** The bytes that it takes in memory, or will take. */
  get byteLength(): number {
    return 2 * this.#gzip.length;
  }

  as(encoding: Encoding): Buffer {
    if (encoding === "gzip") return this.#gzip;
    // Hardly any browser requests it uncompressed.
    if (encoding === "identity") return gunzipSync(this.#gzip);
    this.#brotli ??= brotliCompressSync(gunzipSync(this.#gzip), {
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    return this.#brotli;
  }

  tagOf(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`;
  }
}

/** A page without its end: a text follows that differs each time. */
export class OpenPage {
  readonly #length: number;
  readonly #deflated: Buffer;
  readonly #checksum: number;

  constructor(plain: Buffer) {
    this.#length = plain.length;
    this.#deflated = deflateRawSync(plain, { level: GZIP_LEVEL, finishFlush: zlib.Z_SYNC_FLUSH });
    this.#checksum = crc32(plain);
  }

  get byteLength(): number {
    return this.#deflated.length;
  }

  /**
   * The page followed by `tail`. Brotli streams cannot be joined like this: a browser that accepts brotli gets gzip.
   */
  with(tail: Buffer, encoding: Exclude<Encoding, "br">): Buffer {
    if (encoding === "identity") {
      return Buffer.concat([inflateRawSync(this.#deflated, { finishFlush: zlib.Z_SYNC_FLUSH }), tail]);
    }
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(tail, this.#checksum), 0);
    end.writeUInt32LE((this.#length + tail.length) >>> 0, 4);
    return Buffer.concat([GZIP_HEADER, this.#deflated, deflateRawSync(tail, TAIL), end]);
  }
}

/** The best encoding that a request accepts; one with q=0 is not accepted (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined, offered: readonly Encoding[]): Encoding {
  const accepts = new Set(
    (accepted ?? "")
      .split(",")
      .map((item) => item.split(";").map((part) => part.trim()))
      .filter(([, weight]) => !/^q=0(\.0*)?$/i.test(weight ?? ""))
      .map(([name = ""]) => name.toLowerCase()),
  );
  return offered.find((encoding) => accepts.has(encoding)) ?? "identity";
}
