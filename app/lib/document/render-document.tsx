import { Links, Meta, Scripts } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.browser";
import { log } from "#server/core/log.ts";
import { PAGE_ID, useDocumentFacts } from "./document-context.ts";
import { withScriptsAfterPaint } from "./start-scripts.ts";

/** Rendering is aborted after this time. */
const RENDER_TIMEOUT_MS = 10_000;

interface RenderedPage {
  html: string;
  /** A part could not be rendered: the nearest error boundary replaces it. */
  failed: boolean;
}

const DOCUMENT_END = "</body></html>";
const EMPTY_PAGE = `<div id="${PAGE_ID}"></div>`;
/** React's mark of a part that it left to the browser, because it waits or failed. */
const LEFT_TO_THE_BROWSER = "<!--$!-->";

/**
 * The whole document: what stands `around` a page with the page in its place, and `last` behind everything in the body.
 * HTML allows no script behind the end of the body.
 */
export function renderDocument(around: ReactElement, page: string, last: string, nonce: string): string {
  const html = withScriptsAfterPaint(renderToString(around), nonce);
  const withPage = html.replace(EMPTY_PAGE, () => `<div id="${PAGE_ID}">${page}</div>`);
  return `<!DOCTYPE html>${withPage.slice(0, -DOCUMENT_END.length)}${last}${DOCUMENT_END}`;
}

/**
 * Renders a page whole: no loader defers data, so there is nothing to stream.
 * @throws what the frame of the page threw
 */
export async function renderPage(page: ReactElement, nonce: string): Promise<RenderedPage> {
  const html = renderAtOnce(page);
  return html === null ? renderWaiting(page, nonce) : { html, failed: false };
}

/**
 * The page as one text, at a quarter of what React's streams cost (docs/decisions/043-plain-remix-serve.md).
 * Null where a part waits or fails, which this way of rendering cannot tell of.
 */
function renderAtOnce(page: ReactElement): string | null {
  try {
    const html = renderToString(page);
    return html.includes(LEFT_TO_THE_BROWSER) ? null : html;
  } catch {
    // The other way throws it again, where it is a fault and not something to wait for.
    return null;
  }
}

/**
 * The page once its parts are there: a part with scripts of its own waits for them in each process once. React's stream
 * for browsers, because its stream for Node sends zeros where a letter of several bytes meets the end of a piece
 * (facebook/react#26228).
 */
async function renderWaiting(page: ReactElement, nonce: string): Promise<RenderedPage> {
  let failed = false;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RENDER_TIMEOUT_MS);
  try {
    const stream = await renderToReadableStream(page, {
      nonce,
      // React would otherwise send a large part that suspended as a script-driven late arrival, lost without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: late.signal,
      onError(error) {
        failed = true;
        log("error", "a page failed to render", { error });
      },
    });
    await stream.allReady;
    return { html: await new Response(stream).text(), failed };
  } finally {
    clearTimeout(timer);
  }
}

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

/** What the server writes around a page. In the browser React draws the page alone (docs/decisions/090). */
export function DocumentAround() {
  const { nonce, requestId } = useDocumentFacts();
  return (
    <html lang="en-GB" data-request-id={requestId}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17191a" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        <div id={PAGE_ID} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
