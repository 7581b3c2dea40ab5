import { createHash } from "node:crypto";
import { brotliCompressSync, gunzipSync, gzipSync, constants as zlib } from "node:zlib";

/*
 * A cached page in the encodings that browsers accept: each is made once, with the same bytes for everybody.
 */

export type Encoding = "br" | "gzip" | "identity";

const GZIP_LEVEL = 6;
/** Smaller than gzip's best result, in about the same time (a page of the catalogue: docs/measurements.md). */
const BROTLI_QUALITY = 5;

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
