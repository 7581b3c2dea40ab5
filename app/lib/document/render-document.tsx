import { Links, Meta, Scripts } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.browser";
import { inScript } from "#app/components/layout/structured-data.tsx";
import { log } from "#server/core/log.ts";
import { PAGE_ID, useDocumentFacts } from "./document-context.ts";

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

/**
 * The data of a page, as the scripts that Remix's client (2.17) reads it from. Remix's own component would wait for the
 * stream inside the page, so that no page could be rendered at once (docs/decisions/043-plain-remix-serve.md).
 */
export async function pageDataScripts(
  stream: ReadableStream<Uint8Array> | undefined,
  nonce: string,
): Promise<string> {
  if (!stream) return "";
  const data = inScript(await new Response(stream).text());
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close();</script>`;
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

const CHARSET = '<meta charSet="utf-8"/>';
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
/** The one that Remix writes last: it imports the route modules, then the browser's entry. */
const ROUTE_MODULES = /<script([^>]*) type="module" async="">(.*?)<\/script>/s;

const SCRIPTS_ID = "scripts";
/** How long they wait at most: a picture of another site may take for ever, and a tab in the background paints nothing. */
const PATIENCE_MS = 2000;

/**
 * What stands around a page, with the script that must be there before everything else in its head, and with Remix's
 * scripts beginning by themselves once the page is painted: fetched while it loads, they delay its largest picture by a
 * second on a slow phone (docs/decisions/090).
 */
function withScriptsAfterPaint(html: string, nonce: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file]) => file);
  return html
    .replace(CHARSET, (charset) => `${charset}<script nonce="${nonce}">${headScript}</script>`)
    .replaceAll(PRELOAD, "")
    .replace(
      ROUTE_MODULES,
      (_element, attributes: string, code: string) =>
        `<script${attributes} type="text/plain" id="${SCRIPTS_ID}" data-files="${files.join(" ")}">${code}</script>` +
        `<script${attributes}>(${startAfterPaint})("${SCRIPTS_ID}",${PATIENCE_MS})</script>`,
    );
}

/** It is sent as text within the page and may use nothing outside of itself. */
function startAfterPaint(id: string, patienceMs: number): void {
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById(id);
    if (begun || !waiting) return;
    begun = true;
    for (const file of (waiting.dataset.files ?? "").split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = file;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = waiting.nonce;
    script.textContent = waiting.textContent;
    document.head.append(script);
  };
  window.addEventListener("load", () => requestAnimationFrame(() => setTimeout(begin)));
  setTimeout(begin, patienceMs);
}

/**
 * What must be there before everything else of a page.
 *
 * Where the browser refuses a storage, or has none, what is kept lasts as long as the document: Remix (2.17) reads
 * `sessionStorage` without asking, and would find no other page then. And which fields somebody changes before React
 * knows of them is noticed (keep-through-hydration.ts).
 *
 * It is sent as text within the page and may use nothing outside of itself.
 */
function beforeEverything(): void {
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      window[name].getItem("");
    } catch {
      const kept = new Map<string, string>();
      const storage: Storage = {
        get length() {
          return kept.size;
        },
        key: (index) => [...kept.keys()][index] ?? null,
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, String(value)),
        removeItem: (key) => void kept.delete(key),
        clear: () => kept.clear(),
      };
      Object.defineProperty(window, name, { value: storage, configurable: true });
    }
  }
  const typed = new Set<EventTarget>();
  const notice = ({ target }: Event) => {
    if (target && !Object.keys(target).some((key) => key.startsWith("__reactProps"))) typed.add(target);
  };
  window.typedEarly = typed;
  window.addEventListener("input", notice, true);
  window.addEventListener("change", notice, true);
}

/** The script as it stands in the head of each page. */
const headScript = `(${beforeEverything})()`;
