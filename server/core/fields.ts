import { z } from "zod";

/** The largest that the database's integer columns hold. */
const LARGEST_ID = 2_147_483_647;

/** The id of a row. */
export const rowId = z.int().min(1).max(LARGEST_ID);

/** The id of a row in a form or an address. */
export const rowIdFromText = z.coerce.number().int().min(1).max(LARGEST_ID);

/** The id after which a list continues; an invalid one counts as absent. */
export const optionalRowId = rowIdFromText.optional().catch(undefined);

/** Whether the database can have a row with this id: a larger number would be an error there. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= LARGEST_ID;
}

/**
 * A text arrives with blanks around it and accents beside their letters, which go before it is measured. One that is so
 * many times longer than it may be is refused before anything is done with it, so that none costs more than its length.
 */
const ROOM = 4;

const atMost = (longest: number) => `Must be at most ${longest} characters`;

/** A text that is changed as it is kept, and refused unseen where it is far too long. */
export function transformedText(
  longest: number,
  transform: (text: string) => string,
  tooLong?: string,
  notText?: string,
) {
  const error = tooLong ?? atMost(longest);
  return z
    .string(notText)
    .max(ROOM * longest, { error, abort: true })
    .overwrite(transform)
    .max(longest, { error, abort: true });
}

/** A text without the blanks around it; its signs stay as they were typed. */
export function trimmedText(longest: number, tooLong?: string, notText?: string) {
  return transformedText(longest, (text) => text.trim(), tooLong, notText);
}

/** What somebody writes, which may be nothing. */
export function optionalText(longest: number, tooLong?: string, notText?: string) {
  return transformedText(longest, visibleText, tooLong, notText);
}

/** What somebody has to write. */
export function requiredText(longest: number, missing?: string, tooLong?: string, least = 1) {
  return transformedText(longest, visibleText, tooLong, missing).min(least, missing);
}

/** The same under a label, which its messages name. */
export function labelledText(label: string, longest: number) {
  const tooLong = `Keep the ${label.toLowerCase()} below ${longest} characters`;
  return requiredText(longest, `${label} is required`, tooLong);
}

/** A text of a program or an address, which has one form; what is longer than any is not compared with it. */
export function patternText(longest: number, pattern: RegExp, message?: string) {
  return z.string(message).max(longest, { error: message, abort: true }).regex(pattern, message);
}

/** What a form or a script names something by that it makes, so that it is made once. */
export const uuid = z.string().max(36, { abort: true }).check(z.uuid());

/** A day, 2026-11-24. There was no year 0: PostgreSQL stores none of its days. */
export function isoDay(message?: string) {
  return z
    .string(message)
    .max(10, { error: message, abort: true })
    .check(z.iso.date(message))
    .refine((day) => !day.startsWith("0000"), message);
}

/** A month as an address names it: 2026-11. */
export const monthSchema = patternText(7, /^20\d\d-(0[1-9]|1[0-2])$/, "Give a month such as 2026-11");

const LONGEST_SEARCH = 100;
/** In an address, which has no more (readable-address.ts). */
const LONGEST_IN_ADDRESS = 2000;

/** What nobody sees: soft hyphens, marks of direction, joiners in Latin; and halves of letters. */
const JOINERS = /(?<=^|[\p{Script=Latin}\p{N}\s])(\u200c|\u200d)+/gu;
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{DI}\p{Cf}\p{Cs}]/gu;

/** Latin letters and digits as keyboards of East Asia write them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * What somebody looks for, in the letters in which texts are kept: accents on their letters, nothing that cannot be
 * seen, and one space for whatever else parts words. PostgreSQL cannot store, and so cannot find, the zero byte.
 */
export function searchable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(FULL_WIDTH, (letter) => letter.normalize("NFKC"))
    .replaceAll(INVISIBLE, "")
    .replaceAll(JOINERS, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The search text of an address or a script: cleaned and cut rather than refused. */
export function searchText(longest = LONGEST_SEARCH) {
  return z
    .string()
    .max(LONGEST_IN_ADDRESS)
    .transform((text) => searchable(searchable(text).slice(0, longest)))
    .catch("")
    .default("");
}

/** The same where a text that is too long is refused. */
export const searchField = transformedText(LONGEST_SEARCH, searchable).default("");

/** Spaces, joiners, marks of direction, fillers, and the blank of Braille. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;

/**
 * What somebody wrote, as every text is kept: accents on their letters, nothing around it, and nothing at all where
 * nothing can be seen.
 */
export function visibleText(written: string): string {
  return UNSEEN.test(written) ? "" : written.trim().normalize("NFC");
}

/** A text for `like` in which no letter is a wildcard. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/**
 * A pattern for `like` of a text that stands anywhere in another: what telephones and word processors make of
 * apostrophes and hyphens is found as well.
 */
export function likeAnywhere(text: string): string {
  return `%${likeLiteral(text).replace(/['‘’ʼ`´\p{Pd}]/gu, "_")}%`;
}

/** The longest domain there is (RFC 1035, 2.3.4): what a longer one costs to write again grows with its square. */
const LONGEST_DOMAIN = 253;

/** The domain in the letters that mail servers know, so that one address is one account however it was typed. */
export function withPlainDomain(typed: string): string {
  const address = typed.replaceAll(/\p{Cf}/gu, "");
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  const isForeign = at > 0 && domain.length <= LONGEST_DOMAIN && /\P{ASCII}/u.test(domain);
  return isForeign && /^[^/?#:\\\s]+$/.test(domain) && URL.canParse(`http://${domain}`)
    ? address.slice(0, at) + new URL(`http://${domain}`).hostname
    : address;
}

/** Of an email address (RFC 5321, 4.5.3.1.3). */
const LONGEST_ADDRESS = 254;

/** An email address as a browser's own field takes it ("r&d@example.com", "ann@bücher.example"). */
export function emailAddress(message: string, tooLong = message, missing = message) {
  return transformedText(LONGEST_ADDRESS, (typed) => withPlainDomain(typed.trim()), tooLong, missing)
    .min(1, { error: missing, abort: true })
    .meta({ format: "email" })
    .pipe(z.email({ pattern: z.regexes.html5Email, error: message }));
}

/** Compares addresses without regard to case, as the database's unique index does. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
