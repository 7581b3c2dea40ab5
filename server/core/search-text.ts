import { z } from "zod";

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
