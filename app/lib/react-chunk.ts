/**
 * React 18 writes its pages in pieces of 2,048 bytes. Where a letter of several bytes does not fit into what is left of
 * one, it sends the rest as zeros (facebook/react#26228, mended in React 19): HTML forbids them, and in the page's data
 * they become letters that no browser shows. React itself writes no zero, so that those at an end are never text.
 */
export function withoutPadding(chunk: Buffer): Buffer {
  let end = chunk.length;
  while (end > 0 && chunk[end - 1] === 0) end -= 1;
  return chunk.subarray(0, end);
}
