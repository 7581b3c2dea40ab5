/** Longer than any text of anybody: what a form of 64 kB can carry in one field. */
const LENGTH = 60_000;

const characters = [" ", ".", "-", "7", "+", "\0"];

/** One character again and again, alone and between letters, which keep it where texts are trimmed. */
export const longTexts = characters.flatMap((character) => [
  character.repeat(LENGTH),
  `A${character.repeat(LENGTH)}B`,
]);

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
