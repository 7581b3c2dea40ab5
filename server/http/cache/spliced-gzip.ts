import { crc32, deflateRawSync, constants as zlib } from "node:zlib";

/*
 * A page compressed once and sent with another nonce each time. Deflate (RFC 1951) lets a stream be made of blocks that
 * end at a byte, and lets a block hold its bytes as they are: the nonce stands in such blocks and is written over. The
 * text between is compressed with all text before it as its dictionary, in which bytes that no text has stand for the
 * nonce, so that nothing refers to it. The checksum at the end is corrected for the changed bytes: CRC-32 is linear.
 * An open text is followed by another one each time, compressed by itself, with which the checksum goes on.
 */

const LEVEL = 6;
/** What follows is short and compressed for one visitor only: with a tenth of the memory that deflate takes by default. */
const TAIL = { level: 1, windowBits: 12, memLevel: 5 };
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** In no UTF-8 text: no byte 0xff is part of any. */
const NEVER = 0xff;
/** How far back deflate refers. */
const WINDOW = 32 * 1024;

/** A text in which one word of fixed length is different each time it is sent. */
export class SplicedGzip {
  readonly #template: Buffer;
  readonly #places: number[] = [];
  readonly #word: Buffer;
  /** What a set half byte of the word changes in the checksum: 16 values for each half. */
  readonly #weights: Uint32Array;
  readonly #checksum: number;
  readonly #textLength: number;
  readonly #isOpen: boolean;

  /** `word` stands in `text` any number of times, none too; an empty one stands nowhere. */
  constructor(text: Buffer, word: string, { isOpen = false } = {}) {
    this.#word = Buffer.from(word, "latin1");
    const length = this.#word.length;
    const found = placesOf(text, this.#word);
    const dictionary = Buffer.from(text);
    for (const place of found) dictionary.fill(NEVER, place, place + length);
    const parts: Buffer[] = [GZIP_HEADER];
    let size = GZIP_HEADER.length;
    const add = (part: Buffer) => {
      parts.push(part);
      size += part.length;
    };
    let from = 0;
    for (const place of found) {
      add(deflated(dictionary, from, place, zlib.Z_SYNC_FLUSH));
      add(Buffer.from([0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255]));
      this.#places.push(size);
      add(this.#word);
      from = place + length;
    }
    add(deflated(dictionary, from, text.length, isOpen ? zlib.Z_SYNC_FLUSH : zlib.Z_FINISH));
    if (!isOpen) add(endOf(0, text.length));
    this.#template = Buffer.concat(parts);
    this.#isOpen = isOpen;
    this.#textLength = text.length;
    this.#checksum = crc32(text);
    this.#weights = weightsOf(found, length, text.length);
  }

  get byteLength(): number {
    return this.#template.length + this.#weights.byteLength;
  }

  /**
   * The compressed text with another word in it, an open one with `tail` behind it.
   * @throws when the word is of another length, or a tail is missing or not expected
   */
  with(word: string, tail?: Buffer): Buffer {
    if (this.#isOpen !== (tail !== undefined)) throw new Error("An open text, and no other, needs a tail.");
    const bytes = Buffer.allocUnsafe(this.#template.length);
    this.#template.copy(bytes);
    const length = this.#word.length;
    if (word.length !== length) throw new Error("The word must have the length of the one it replaces.");
    let checksum = this.#checksum;
    for (let index = 0; index < length; index += 1) {
      const difference = word.charCodeAt(index) ^ (this.#word[index] ?? 0);
      checksum ^= this.#weights[index * 32 + (difference & 15)] ?? 0;
      checksum ^= this.#weights[index * 32 + 16 + (difference >> 4)] ?? 0;
    }
    for (const place of this.#places) bytes.write(word, place, "latin1");
    if (tail) {
      const end = endOf(crc32(tail, checksum >>> 0), this.#textLength + tail.length);
      return Buffer.concat([bytes, deflateRawSync(tail, TAIL), end]);
    }
    bytes.writeUInt32LE(checksum >>> 0, bytes.length - 8);
    return bytes;
  }
}

/** RFC 1952: the checksum and the length of what was compressed. */
function endOf(checksum: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length >>> 0, 4);
  return end;
}

function placesOf(text: Buffer, word: Buffer): number[] {
  const places: number[] = [];
  if (word.length === 0) return places;
  for (let place = text.indexOf(word); place !== -1; place = text.indexOf(word, place + word.length)) {
    places.push(place);
  }
  return places;
}

function deflated(text: Buffer, from: number, to: number, finishFlush: number): Buffer {
  const dictionary = text.subarray(Math.max(0, from - WINDOW), from);
  return deflateRawSync(text.subarray(from, to), {
    level: LEVEL,
    finishFlush,
    ...(dictionary.length > 0 ? { dictionary } : {}),
  });
}

/** What each value of each half byte of the word, at all its places, adds to the checksum of a text of `size` bytes. */
function weightsOf(places: readonly number[], length: number, size: number): Uint32Array {
  const weights = new Uint32Array(length * 32);
  for (let index = 0; index < length; index += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      let weight = 0;
      for (const place of places) weight ^= shifted(singleByte(1 << bit), size - place - index - 1);
      const half = bit < 4 ? 0 : 16;
      for (let value = 0; value < 16; value += 1) {
        const at = index * 32 + half + value;
        if (value & (1 << (bit & 3))) weights[at] = (weights[at] ?? 0) ^ weight;
      }
    }
  }
  return weights;
}

/** What a byte adds to the checksum when nothing follows it. */
function singleByte(byte: number): number {
  return (crc32(Buffer.from([byte])) ^ crc32(Buffer.from([0]))) >>> 0;
}

/** The same when so many bytes follow: multiplied by x to the power of their bits, modulo CRC-32's polynomial. */
function shifted(checksum: number, bytes: number): number {
  let result = checksum;
  for (let power = 0, rest = bytes; rest > 0; power += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = product(powerOfByte(power), result);
  }
  return result >>> 0;
}

const powers: number[] = [];

/** x to the power of 8 · 2^power. */
function powerOfByte(power: number): number {
  // In CRC-32's order of bits the highest one is x to the power of 0.
  powers[0] ??= 0x00800000;
  for (let next = powers.length; next <= power; next += 1) {
    const before = powers[next - 1] ?? 0;
    powers[next] = product(before, before);
  }
  return powers[power] ?? 0;
}

const POLYNOMIAL = 0xedb88320;

/** The product of two polynomials modulo CRC-32's. */
function product(a: number, b: number): number {
  let result = 0;
  let factor = b;
  for (let mask = 0x80000000; mask !== 0; mask >>>= 1) {
    if (a & mask) result ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return result >>> 0;
}
