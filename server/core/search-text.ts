import { z } from "zod";

/** Fewer letters have no trigram that an index could look up inside a word. */
const LETTERS_INSIDE_WORDS = 3;
const LONGEST_SEARCH = 100;

/** Spaces for what is no letter: PostgreSQL cannot store, and so not find, the zero byte. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}

/** What is searched for, of an address or a script: cleaned and cut rather than refused. */
export function searchText(longest = LONGEST_SEARCH) {
  return z
    .string()
    .transform((text) => withoutControls(text).slice(0, longest))
    .catch("")
    .default("");
}

/** A text for `like` in which no letter is a wildcard. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/**
 * Finds a text in an SQL expression (of a trigram index, word for word; in lower case) without regard to case: three
 * letters and more anywhere, fewer where a word begins with them, so that the index answers both.
 */
export function textCondition(expression: string, text: string): { sql: string; parameters: string[] } {
  const literal = likeLiteral(text.toLowerCase());
  const parameters =
    text.length >= LETTERS_INSIDE_WORDS ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
  return { sql: `(${parameters.map(() => `${expression} like ?`).join(" or ")})`, parameters };
}
