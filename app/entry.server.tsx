import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { OUTAGE_RETRY_SECONDS } from "#server/core/database-outage.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { contentSecurityPolicy } from "#server/http/content-security-policy.ts";
import { startBackground } from "#server/process/boot.server.ts";
import { DocumentProvider } from "./lib/document-context.ts";
import { withoutPadding } from "./lib/react-chunk.ts";
import type { RootData } from "./lib/root-data.ts";
import { documentCacheControl } from "./routes/visitor.server.ts";

export { readVisitorFragment } from "./routes/visitor.server.ts";

void startBackground();

/** A page that is not ready by then is given up. */
const RENDER_TIMEOUT_MS = 10_000;
/** A tenth larger than at level 4 for half the time, which is a twentieth of a page; pages from memory have level 6. */
const GZIP_LEVEL = 1;

/**
 * Renders a page to one buffer and compresses it once: remix-serve's own way, a stream, costs a hundred times as much
 * (docs/decisions/023-remix-serve-tuned.md). No loader defers data, so there is nothing to stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const { pathname, search } = new URL(request.url);
  const environment = readEnvironment();
  const facts = {
    nonce,
    requestId: request.headers.get("x-request-id") ?? undefined,
    address: pathname + search,
  };
  const rendered = await render(
    <DocumentProvider value={facts}>
      <RemixServer context={knownRoutesOnly(context)} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    nonce,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      nonce,
      path: pathname,
      stripe: environment.STRIPE_SECRET_KEY !== undefined,
      paypal: environment.PAYPAL_CLIENT_ID !== undefined,
      development: environment.NODE_ENV === "development",
    }),
  );
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", documentCacheControl(isSignedIn(context)));
  headers.append("Vary", "Accept-Encoding");
  // A route's own headers do not reach the page of an error.
  if (status === 503) headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS));
  const body = compressed(rendered.html, request, headers);
  headers.set("Content-Length", String(body.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), {
    status: rendered.failed ? 500 : status,
    headers,
  });
}

function isSignedIn({ staticHandlerContext }: EntryContext): boolean {
  const root: Partial<RootData> | undefined = staticHandlerContext.loaderData.root;
  return root?.actor?.signedIn ?? false;
}

/**
 * The manifest of the routes that this request's handler knows (server/http/remix-application.ts): the others cost time
 * on each page, and the browser asks for them when it comes to a link.
 */
function knownRoutesOnly(context: EntryContext): EntryContext {
  const { manifest, routeModules } = context;
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => id in routeModules));
  return { ...context, manifest: { ...manifest, routes } };
}

function render(page: React.ReactElement, nonce: string): Promise<{ html: Buffer; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutPadding(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ html: arranged(Buffer.concat(chunks)), failed });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // React would otherwise send a large part that suspended as a script-driven late arrival, lost without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError: (error) => {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        failed = true;
        log("error", "a page failed to render", { error });
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

const DOCUMENT_END = Buffer.from("</body></html>");
const SCRIPT_AHEAD = Buffer.from('<link rel="modulepreload"');
const IN_GOOD_TIME = Buffer.from(' fetchPriority="low"');

/**
 * Two things that Remix writes otherwise. The page's data comes after the end of the document, where HTML allows no
 * script: a browser takes it into the body all the same, so here it stands there. And scripts are fetched ahead of the
 * first picture and the fonts, although the page is read before it is taken over: here they wait for those.
 */
function arranged(html: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  const copyTo = (to: number) => {
    parts.push(html.subarray(from, to));
    from = to;
  };
  // While developing, React would warn of an attribute that it did not write.
  while (import.meta.env.PROD) {
    const at = html.indexOf(SCRIPT_AHEAD, from);
    if (at < 0) break;
    copyTo(at + SCRIPT_AHEAD.length);
    parts.push(IN_GOOD_TIME);
  }
  const end = html.lastIndexOf(DOCUMENT_END);
  if (end >= from) {
    copyTo(end);
    from = end + DOCUMENT_END.length;
  }
  copyTo(html.length);
  if (end >= 0) parts.push(DOCUMENT_END);
  return Buffer.concat(parts);
}

function compressed(html: Buffer, request: Request, headers: Headers): Buffer {
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return html;
  headers.set("Content-Encoding", "gzip");
  return gzipSync(html, { level: GZIP_LEVEL });
}

/** What no ShopError explains goes to the log, under the id that the error page shows. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log("error", "a request failed", {
    requestId: request.headers.get("x-request-id"),
    method: request.method,
    path: new URL(request.url).pathname,
    error,
  });
};
