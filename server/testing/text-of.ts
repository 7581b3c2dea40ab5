/** A file that is sent in pieces, as a whole. */
export async function textOf(sending: Promise<AsyncIterable<string>>): Promise<string> {
  let text = "";
  for await (const piece of await sending) text += piece;
  return text;
}
