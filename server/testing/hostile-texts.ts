/** What means something to SQL, to patterns, to file systems, to objects or to numbers. */
export const hostileTexts: readonly string[] = [
  "'; drop table user_account; --",
  "a\\' or 1=1 /* \") || pg_sleep(9)",
  "%_\\ ? $1 :name ??",
  "../../../../etc/passwd",
  "__proto__",
  "-1e309",
  "a\0b",
];

/**
 * A third of what could be sent to a place, another third to the next: each place gets some, each text reaches many
 * places. The deep run sends everything everywhere (HOSTILE_TEXTS=all).
 */
export function someFor<Text>(place: number, texts: readonly Text[]): readonly Text[] {
  if (process.env.HOSTILE_TEXTS === "all") return texts;
  return texts.filter((_text, index) => index % 3 === place % 3);
}

/** What is awkward as a part of an address. */
export const awkwardParts: readonly string[] = ["x".repeat(5000), "\u202e", "2147483648"];
