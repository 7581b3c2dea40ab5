import { z } from "zod";

const LONGEST_SEARCH = 100;

/** Replaces what is no letter by spaces: PostgreSQL cannot store, and so cannot find, the zero byte. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}

/** The search text of an address or a script: cleaned and cut rather than refused. */
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
