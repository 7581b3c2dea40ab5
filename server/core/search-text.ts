import { z } from "zod";

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

/** A text for `like` in which no letter is a wildcard. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
