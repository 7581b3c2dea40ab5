import { randomUUID } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { cacheEnvironment, type Environment, isReachable } from "#server/core/env.server.ts";
import { logSoon } from "#server/core/log.ts";
import { withBodyLimit } from "./body-limit.ts";
import { withClientAddress, withKnownHost } from "./client-address.ts";
import { withMetrics } from "./metrics.ts";
import { withNegotiation, withOpenToPages } from "./negotiate.ts";
import { withPageCache } from "./page-cache.ts";
import { withReadableAddress } from "./readable-address.ts";
import { type RemixApplication, serveRemix } from "./remix-application.ts";
import {
  limitConnections,
  queueByNetwork,
  withRequestsAtWork,
  withRequestsOfAddress,
} from "./request-ceilings.ts";
import { withSameOrigin } from "./same-origin.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** Slow senders must not hold a connection for ever; 8 MB in a minute is about 1 Mbit/s. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** For a client that no longer reads its response. A stream of events says something more often. */
const SILENCE_TIMEOUT_MS = 120_000;
/** Longer than the proxies in front keep theirs, so that they never use a connection that we just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** What remix-serve has no setting for, around the request handler; the first is the outermost. */
export function aroundApplication(
  application: RequestListener,
  settings: Pick<Environment, "LOG_REQUESTS" | "PUBLIC_URL" | "TRUST_PROXY" | "HOST">,
  staticFolder?: string,
  pages?: Pick<RemixApplication, "respond" | "topicsAt">,
): RequestListener {
  const schedule = queueByNetwork();
  let listener = withRequestsAtWork(application, schedule);
  listener = withBodyLimit(listener);
  listener = withSameOrigin(listener, { publicUrl: settings.PUBLIC_URL });
  if (staticFolder) listener = withStaticFiles(listener, staticFolder);
  if (pages) listener = withPageCache(listener, pages, { schedule });
  listener = withNegotiation(listener);
  listener = withOpenToPages(listener);
  listener = withRequestsOfAddress(listener);
  listener = withKnownHost(listener, { publicUrl: settings.PUBLIC_URL, isTrial: !isReachable(settings) });
  listener = withClientAddress(listener, { trustProxy: settings.TRUST_PROXY });
  listener = withSecurityHeaders(listener);
  listener = withReadableAddress(listener);
  if (settings.LOG_REQUESTS) listener = withRequestLog(listener);
  listener = withMetrics(listener);
  return withRequestId(listener);
}

/**
 * Runs @remix-run/serve on the built shop in this process, and resolves with its HTTP server once it listens.
 * @throws the system's error (such as EADDRINUSE), or what the build threw while loading.
 */
export async function startWebServer(build: string, environment: Environment): Promise<Server> {
  cacheEnvironment();
  const clientFolder = path.resolve(path.dirname(build), "../client");
  let remix: RemixApplication | undefined;
  const server = await serveRemix(build, environment, (application, pages) => {
    remix = pages;
    return aroundApplication(application, environment, clientFolder, pages);
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.timeout = SILENCE_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  limitConnections(server, { trustProxy: environment.TRUST_PROXY });
  remix?.startBackground();
  return server;
}

/** Gives every request an id, for the log, for the jobs it adds and for people who report a problem. */
function withRequestId(next: RequestListener): RequestListener {
  return (request, response) => {
    const id = randomUUID();
    request.headers["x-request-id"] = id;
    response.setHeader("X-Request-Id", id);
    next(request, response);
  };
}

type Log = typeof logSoon;

/** Logs one line per request, without the query: it may hold names, addresses and search texts. */
export function withRequestLog(next: RequestListener, write: Log = logSoon): RequestListener {
  return (request, response) => {
    const started = performance.now();
    response.once("close", () => {
      write("info", "request", {
        method: request.method,
        path: request.url?.split("?", 1)[0],
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        requestId: request.headers["x-request-id"],
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next(request, response);
  };
}

/** Their names contain a hash of their content, so they never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Pictures and icons keep their names when they change. */
const SHORT_LIVED = "public, max-age=3600";

/**
 * Serves the files of the build's client folder before the request reaches the application, with the `.br` and `.gz`
 * files of the build (scripts/compress-assets.ts). Reads the folder once, at the start: a request takes no file
 * system call and no compression.
 */
export function withStaticFiles(next: RequestListener, folder: string): RequestListener {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) =>
      response.setHeader("Cache-Control", pathname.startsWith("/assets/") ? IMMUTABLE : SHORT_LIVED),
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next(request, response);
    files(request, response, () => next(request, response));
  };
}
