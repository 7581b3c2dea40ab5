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

/** A day, 2026-11-24. There was no year 0: PostgreSQL stores none of its days. */
export function isoDay(message?: string) {
  return z.iso.date(message).refine((day) => !day.startsWith("0000"), message);
}

/** A month as an address names it: 2026-11. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Give a month such as 2026-11");

const LONGEST_SEARCH = 100;

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
    .transform((text) => searchable(searchable(text).slice(0, longest)))
    .catch("")
    .default("");
}

/** The same where a text that is too long is refused. */
export const searchField = z.string().overwrite(searchable).max(LONGEST_SEARCH).default("");

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
 * A pattern for `like` of a text that stands anywhere in another: what telephones and word processors make of apostrophes
 * and hyphens is found as well.
 */
export function likeAnywhere(text: string): string {
  return `%${likeLiteral(text).replace(/['‘’ʼ`´\p{Pd}]/gu, "_")}%`;
}

/** The longest domain there is (RFC 1035, 2.3.4): what a longer one costs to write anew grows with its square. */
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

/** An email address as a browser's own field takes it ("r&d@example.com", "ann@bücher.example"). */
export function emailAddress(message: string, tooLong = message, missing = message) {
  return z
    .string(missing)
    .trim()
    .overwrite(withPlainDomain)
    .min(1, { error: missing, abort: true })
    .max(254, tooLong)
    .meta({ format: "email" })
    .pipe(z.email({ pattern: z.regexes.html5Email, error: message }));
}

/** Compares addresses without regard to case, as the database's unique index does. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
