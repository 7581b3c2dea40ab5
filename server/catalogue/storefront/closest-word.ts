/** How many letters may be wrong in a word of so many letters: two in "biochar". */
function allowedErrors(length: number): number {
  if (length < 3) return 0;
  if (length < 5) return 1;
  return length < 9 ? 2 : 3;
}

/**
 * The words that may have been meant, among those that resemble it, the most similar first: those close enough, the one
 * with the fewest errors first.
 */
export function closeWords(typed: string, candidates: readonly string[]): string[] {
  const most = allowedErrors([...typed].length);
  return candidates
    .map((word) => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ errors }) => errors <= most)
    .sort((one, other) => one.errors - other.errors)
    .map(({ word }) => word);
}

/** Letters that are wrong, missing, too many, or swapped with their neighbour (optimal string alignment). */
export function errorsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, against] of b.entries()) {
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === against;
      row.push(
        Math.min(
          at(last, j + 1) + 1,
          at(row, j) + 1,
          at(last, j) + (letter === against ? 0 : 1),
          swapped ? at(before, j - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Who types other signs means them. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s'’,.&-]/u;

/** The words of a search: letters and digits, in small letters, the first eight; none where it has other signs. */
export function wordsOf(search: string): string[] {
  if (SIGNS.test(search)) return [];
  return search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, 8);
}
