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

/** One more than the largest id that the database can have. */
export const BEYOND_IDS = "2147483648";

/** What is awkward as a part of an address. */
export const awkwardParts: readonly string[] = ["x".repeat(5000), "\u202e", BEYOND_IDS];

/** Longer than any text of anybody: what a form of 64 kB can carry in one field. */
const LENGTH = 60_000;

const characters = [" ", ".", "-", "7", "+", "\0"];

/** Again and again what a pattern may take for its middle, with an end that it does not want. */
const unended = ["é", "1,", "( ", "a-"].map((part) => `a@${part.repeat(LENGTH / part.length)}@`);

/** One character again and again, alone and between letters, which keep it where texts are trimmed. */
export const longTexts = [
  ...characters.flatMap((character) => [character.repeat(LENGTH), `A${character.repeat(LENGTH)}B`]),
  ...unended,
];

/** Milliseconds of processor time that any one text may cost. */
export const MOST_PROCESSOR_MS = 100;

/**
 * The processor time that some work takes in this process, in milliseconds: of the second time where the first was long,
 * when everything is loaded and compiled. What a text costs, it costs again.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const first = await measured(work);
  return first <= MOST_PROCESSOR_MS ? first : Math.min(first, await measured(work), await measured(work));
}

async function measured(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
