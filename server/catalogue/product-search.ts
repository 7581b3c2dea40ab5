/** Fewer letters have no trigram that an index could look up inside a word. */
const LETTERS_INSIDE_WORDS = 3;

/**
 * A condition and its parameters that finds products by name and description without regard to case, for staff's
 * lists: three letters and more anywhere, fewer where a word begins with them, so that an index answers both.
 */
export function productSearch(search: string): { condition: string; parameters: string[] } {
  const literal = search.replace(/[\\%_]/g, "\\$&");
  const parameters =
    search.length >= LETTERS_INSIDE_WORDS ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
  // The expression of the trigram index product_search_index, word for word.
  const like = "lower(name || ' ' || description) like lower(?)";
  return { condition: `(${parameters.map(() => like).join(" or ")})`, parameters };
}
