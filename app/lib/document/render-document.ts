import type { ReactElement } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { log } from "#server/core/log.ts";

/** Rendering is aborted after this time. */
const RENDER_TIMEOUT_MS = 10_000;

export interface RenderedDocument {
  html: string;
  /** A part could not be rendered: the nearest error boundary replaces it. */
  failed: boolean;
}

const DOCUMENT_END = "</body></html>";

/**
 * Renders a page whole: no loader defers data, so there is nothing to stream. React's stream for browsers, because its
 * stream for Node sends zeros where a letter of several bytes meets the end of a piece (facebook/react#26228).
 * @throws what the frame of the page threw
 */
export async function renderDocument(page: ReactElement, nonce?: string): Promise<RenderedDocument> {
  let failed = false;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RENDER_TIMEOUT_MS);
  try {
    const stream = await renderToReadableStream(page, {
      ...(nonce === undefined ? {} : { nonce }),
      // React would otherwise send a large part that suspended as a script-driven late arrival, lost without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: late.signal,
      onError(error) {
        failed = true;
        log("error", "a page failed to render", { error });
      },
    });
    await stream.allReady;
    return { html: picturesFirst(closedLast(await new Response(stream).text())), failed };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Scripts load after the page's first picture and its fonts, since people read a page before it hydrates. Without this
 * the first paint on a telephone comes after 1.9 s instead of 0.8 (`npm run lighthouse`; docs/decisions/043).
 */
function picturesFirst(html: string): string {
  // While developing, React would warn of an attribute that it did not write.
  if (!import.meta.env.PROD) return html;
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
}

/**
 * Remix writes the page's data behind the end of the document, where HTML allows no script. A browser takes it into the
 * body all the same, so here it stands there; and what is a visitor's own can follow it (docs/decisions/027).
 */
function closedLast(html: string): string {
  const end = html.lastIndexOf(DOCUMENT_END);
  return end < 0 ? html : html.slice(0, end) + html.slice(end + DOCUMENT_END.length) + DOCUMENT_END;
}
