import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { DocumentProvider } from "#app/lib/document/document-context.ts";
import { pageDataScripts } from "#app/lib/document/page-data.ts";
import { renderDocument } from "#app/lib/document/render-document.ts";
import { withWaitingScripts } from "#app/lib/document/waiting-scripts.ts";
import { OUTAGE_RETRY_SECONDS } from "#server/core/database-outage.ts";
import { type Environment, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import type { DirectAction } from "#server/http/direct-actions.ts";
import { contentSecurityPolicy } from "#server/http/security-headers.ts";
import { realProviders } from "#server/payments/provider-list.ts";
import { startBackground } from "#server/process/boot.server.ts";
import { handleRest } from "#server/rest/rest-app.server.ts";
import type { RootData } from "./lib/root-data.ts";
import { takeWebhook } from "./routes/system/take-webhook.server.ts";
import { documentCacheControl } from "./routes/visitor.server.ts";

export { readVisitorFragment } from "./routes/visitor.server.ts";
export { startBackground };

/** Addresses that are written in another way than these (escapes, a last slash) find the same actions by the router. */
export const directActions: readonly DirectAction[] = [
  { path: /^\/api\/(?!trpc\/|docs$)[\w-]+(\/[\w-]+)*$/, act: handleRest },
  {
    path: /^\/webhooks\/[\w-]+$/,
    act: (request) => takeWebhook(request, new URL(request.url).pathname.split("/")[2] ?? ""),
  },
];

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
    scriptsWait: scriptsMayWait(context, request, environment),
  };
  const { html, failed } = await renderDocument(
    <DocumentProvider value={facts}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    nonce,
    await pageDataScripts(serverHandoffStream, nonce),
  );
  const document = facts.scriptsWait ? withWaitingScripts(html) : html;
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
  // A route's own headers do not reach the page of an error.
  if (status === 503) headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS));
  return new Response(request.method === "HEAD" ? null : document, {
    status: failed ? 500 : status,
    headers,
  });
}

/**
 * Pages that are the same for everybody tell something, and all of them work without JavaScript: their scripts wait.
 * Not where the page shows what became of something, or tells of it by a message.
 */
function scriptsMayWait(context: EntryContext, { method }: Request, { NODE_ENV }: Environment): boolean {
  const { matches, errors } = context.staticHandlerContext;
  const isForEverybody = matches.some(({ route }) => rulesIn(context.routeModules[route.id]) !== undefined);
  const tellsWhatBecame = method === "POST" || errors !== null || rootDataIn(context)?.notice;
  return isForEverybody && !tellsWhatBecame && NODE_ENV !== "development";
}

/** What `sharedPage` said of a loader, which Remix's type of a module leaves out. */
function rulesIn(module: object | undefined): unknown {
  const { loader }: { loader?: { cacheRules?: unknown } } = { ...module };
  return loader?.cacheRules;
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
