/** What would end the script, or be a line of its own in older browsers. */
const UNSAFE_IN_A_SCRIPT = /[<>&\u2028\u2029]/g;

/**
 * The data of a page, as the scripts that Remix's client (2.17) reads it from. Remix's own component would wait for the
 * stream inside the page, so that no page could be rendered at once (docs/decisions/043-plain-remix-serve.md).
 */
export async function pageDataScripts(
  stream: ReadableStream<Uint8Array> | undefined,
  nonce: string,
): Promise<string> {
  if (!stream) return "";
  const data = JSON.stringify(await new Response(stream).text()).replace(UNSAFE_IN_A_SCRIPT, escapeInScript);
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close();</script>`;
}

function escapeInScript(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
