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

/** What is awkward as a part of an address. */
export const awkwardParts: readonly string[] = ["x".repeat(5000), "\u202e", "2147483648"];
