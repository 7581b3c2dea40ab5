import { ShopError } from "./errors.ts";

/* What PostgreSQL keeps in no text: the zero byte, and half of a letter that UTF-16 writes in two. Every door of the
   shop asks here (docs/rules.md#access-14). */

export const UNSTORABLE_MESSAGE = "The request contains characters that cannot be stored.";

const UNSTORABLE = /\0|\p{Surrogate}/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, "gu");

/** A text without what cannot be kept: what a person typed, who never sees it. */
export function storable(text: string, instead = ""): string {
  return text.replaceAll(EACH_UNSTORABLE, instead);
}

/** The same for all texts of a JSON document, as `JSON.parse` calls it; a value of such a name is left out. */
export function storableValue(name: string, value: unknown): unknown {
  if (UNSTORABLE.test(name)) return undefined;
  return typeof value === "string" ? storable(value) : value;
}

/**
 * Looks at all texts and names in what a program sent, but for those of `files`: their readers name the line.
 * @throws ShopError `bad_request`
 */
export function assertStorable(value: unknown, files: readonly string[] = []): void {
  if (typeof value === "string" && UNSTORABLE.test(value)) {
    throw new ShopError("bad_request", UNSTORABLE_MESSAGE);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) assertStorable(name);
    if (!files.includes(name)) assertStorable(part, files);
  }
}

/**
 * The signs of a code as they were shown to somebody, without what people put between them and programs add, and also
 * from a keyboard of East Asia.
 */
export function signsOfCode(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/** Two of five bytes are zero in UTF-16 of any European language; of other texts hardly one. */
const ZEROS_OF_UTF_16 = 0.2;

/**
 * The text of a file as spreadsheets save it: UTF-8, UTF-16 with or without a byte order mark, else Windows-1252, which
 * British Excel calls "CSV" and which takes any byte. Of UTF-8 into which other bytes were copied those are lost
 * letters, U+FFFD: read as Windows-1252 all its good ones would be wrong, and nobody would be told.
 */
export function textOfFile(bytes: Uint8Array): string {
  const beginning = new TextDecoder("windows-1252").decode(bytes.subarray(0, 8));
  if (otherFileOf(beginning)) return beginning;
  const encoding = markedEncoding(bytes) ?? utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
    const isMostlyUtf8 = count(/\uFFFD/g) <= count(/[^\0-\x7F\uFFFD]/gu);
    return isMostlyUtf8 ? text : new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The letters of their first bytes in Windows-1252. */
const otherFiles = [
  ["PK\u0003\u0004", "an Excel workbook"],
  ["ÐÏ\u0011à", "an Excel workbook"],
  ["%PDF", "a PDF"],
] as const;

/** What a file that begins like this is, where it is no text; undefined for all else. */
export function otherFileOf(beginning: string): string | undefined {
  return otherFiles.find(([start]) => beginning.startsWith(start))?.[1];
}

function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Of a file without a mark: Latin letters have a zero as their higher byte. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < bytes.length * ZEROS_OF_UTF_16) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** The letters of Windows-1252 that are not of Latin-1. */
const LETTERS_OF_1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** A text as a spreadsheet saves it in Windows-1252: with a question mark for each letter that is not in it. */
export function savedIn1252(text: string): string {
  return text.replaceAll(/[^\0-\x7F\xA0-\xFF]/g, (letter) =>
    LETTERS_OF_1252.includes(letter) ? letter : "?",
  );
}

const LONGEST = 80;

/** A slug made from a name: "Biochar & Compost (20 l)" → "biochar-compost-20-l"; `fallback` for one without letters. */
export function slugOf(name: string, fallback = "product"): string {
  const dashed = name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  return trimmed(trimmed(dashed).slice(0, LONGEST)) || fallback;
}

/** The first of "name", "name-2", "name-3" … that is not taken. */
export function freeSlug(base: string, isTaken: (slug: string) => boolean): string {
  let slug = base;
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

function trimmed(slug: string): string {
  return slug.replace(/^-+|-+$/g, "");
}
