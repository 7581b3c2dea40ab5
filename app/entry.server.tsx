import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { DocumentProvider } from "#app/lib/document/document-context.ts";
import { OUTAGE_RETRY_SECONDS } from "#server/core/database-outage.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { contentSecurityPolicy } from "#server/http/security-headers.ts";
import { realProviders } from "#server/payments/provider-list.ts";
import { startBackground } from "#server/process/boot.server.ts";
import { PRIVATE_PAGE } from "./lib/document/page-meta.ts";
import {
  DocumentAround,
  pageDataScripts,
  renderDocument,
  renderPage,
} from "./lib/document/render-document.tsx";
import type { RootData } from "./lib/root-data.ts";
import { documentCacheControl } from "./routes/visitor.server.ts";

export { startBackground };

// The built shop's web server starts it when it is open; Remix's development server starts nothing.
if (import.meta.env.DEV) startBackground();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const { pathname, search } = new URL(request.url);
  const environment = readEnvironment();
  const facts = {
    nonce,
    requestId: request.headers.get("x-request-id") ?? undefined,
    address: pathname + search,
  };
  const remix = <RemixServer context={context} url={request.url} nonce={nonce} />;
  const { html, failed } = await renderPage(
    <DocumentProvider value={facts}>{remix}</DocumentProvider>,
    nonce,
  );
  const document = renderDocument(
    <DocumentProvider value={{ ...facts, Around: DocumentAround }}>{remix}</DocumentProvider>,
    html,
    await pageDataScripts(serverHandoffStream, nonce),
    nonce,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      nonce,
      path: pathname,
      providers: realProviders(environment),
      development: environment.NODE_ENV === "development",
    }),
  );
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", documentCacheControl(rootDataIn(context)?.actor?.signedIn ?? false));
  // A page's own headers do not reach the page of an error, and its address may be a key.
  if (context.staticHandlerContext.errors)
    for (const [name, value] of Object.entries(PRIVATE_PAGE)) headers.set(name, value);
  if (status === 503) headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS));
  return new Response(request.method === "HEAD" ? null : document, {
    status: failed ? 500 : status,
    headers,
  });
}

/** Undefined on an error page for which they could not be loaded. */
function rootDataIn({ staticHandlerContext }: EntryContext): Partial<RootData> | undefined {
  return staticHandlerContext.loaderData.root;
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
