import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { DocumentProvider } from "#app/lib/document/document-context.ts";
import { renderDocument } from "#app/lib/document/render-document.ts";
import { OUTAGE_RETRY_SECONDS } from "#server/core/database-outage.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { contentSecurityPolicy } from "#server/http/security-headers.ts";
import { realProviders } from "#server/payments/provider-list.ts";
import { startBackground } from "#server/process/boot.server.ts";
import type { RootData } from "./lib/root-data.ts";
import { documentCacheControl } from "./routes/visitor.server.ts";

export { readVisitorFragment } from "./routes/visitor.server.ts";

startBackground();

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
  const { html, failed } = await renderDocument(
    <DocumentProvider value={facts}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </DocumentProvider>,
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
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", documentCacheControl(isSignedIn(context)));
  // A route's own headers do not reach the page of an error.
  if (status === 503) headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS));
  return new Response(request.method === "HEAD" ? null : html, { status: failed ? 500 : status, headers });
}

function isSignedIn({ staticHandlerContext }: EntryContext): boolean {
  const root: Partial<RootData> | undefined = staticHandlerContext.loaderData.root;
  return root?.actor?.signedIn ?? false;
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
