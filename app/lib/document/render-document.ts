import type { ReactElement } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.browser";
import { log } from "#server/core/log.ts";

/** Rendering is aborted after this time. */
const RENDER_TIMEOUT_MS = 10_000;

export interface RenderedDocument {
  html: string;
  /** A part could not be rendered: the nearest error boundary replaces it. */
  failed: boolean;
}

const DOCUMENT_START = "<!DOCTYPE html>";
const DOCUMENT_END = "</body></html>";
/** React's mark of a part that it left to the browser, because it waits or failed. */
const LEFT_TO_THE_BROWSER = "<!--$!-->";

/**
 * Renders a page whole: no loader defers data, so there is nothing to stream. `last` is HTML that stands behind
 * everything in its body.
 * @throws what the frame of the page threw
 */
export async function renderDocument(
  page: ReactElement,
  nonce?: string,
  last = "",
): Promise<RenderedDocument> {
  const atOnce = renderAtOnce(page);
  const { html, failed } =
    atOnce === null ? await renderWaiting(page, nonce) : { html: atOnce, failed: false };
  return { html: picturesFirst(endingWith(last, html)), failed };
}

/**
 * The page as one text, at a quarter of what React's streams cost (docs/decisions/088-pages-rendered-as-one-text.md).
 * Null where a part waits or fails, which this way of rendering cannot tell of.
 */
function renderAtOnce(page: ReactElement): string | null {
  try {
    const html = renderToString(page);
    if (html.includes(LEFT_TO_THE_BROWSER)) return null;
    return html.startsWith("<html") ? DOCUMENT_START + html : html;
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
async function renderWaiting(page: ReactElement, nonce: string | undefined): Promise<RenderedDocument> {
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
    return { html: await new Response(stream).text(), failed };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Scripts load after the page's first picture and its fonts, since people read a page before it hydrates. Without this
 * the first paint on a telephone comes after 1.9 s instead of 0.8 (`npx node e2e/perf/lighthouse.ts`; docs/decisions/043).
 */
function picturesFirst(html: string): string {
  // While developing, React would warn of an attribute that it did not write.
  if (!import.meta.env.PROD) return html;
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
}

/** HTML allows no script behind the end of the body; and what is a visitor's own can follow it (docs/decisions/027). */
function endingWith(last: string, html: string): string {
  if (!last) return html;
  return html.endsWith(DOCUMENT_END)
    ? html.slice(0, -DOCUMENT_END.length) + last + DOCUMENT_END
    : html + last;
}
