import http, { IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type LoaderFunction,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { LoadContext } from "#server/core/context.ts";
import { type CacheRule, cacheableAddresses, type TopicsAt } from "./cacheable-address.ts";
import { DISCOVERY } from "./readable-address.ts";
import { endTurn } from "./request-ceilings.ts";

/** The target of a body: an HTTP response, or the compression in front of it. */
type Receiver = Pick<Writable, "write" | "end" | "destroy" | "destroyed" | "on">;

/**
 * Writes a body no faster than the receiver reads it: the rest stays unread at its source, so that a large file for a
 * slow client costs a buffer and not the file's length. A client that disconnects ends the reading.
 * @throws what the body's source threw; the connection is then closed, so that nobody takes a part for the whole.
 */
export async function writeBody(body: ReadableStream<Uint8Array>, receiver: Receiver): Promise<void> {
  const reader = body.getReader();
  let isGone = receiver.destroyed;
  let wake = () => {};
  // One listener for all pieces, added by `on`: compression passes "drain" on through this method only and never
  // removes it.
  receiver.on("drain", () => wake());
  receiver.on("close", () => {
    isGone = true;
    wake();
  });
  try {
    while (!isGone) {
      const { done, value } = await reader.read();
      if (done) {
        receiver.end();
        return;
      }
      const takesMore = isGone || receiver.write(value);
      if (!takesMore) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (isGone) resolve();
        });
      }
    }
    await reader.cancel();
  } catch (error) {
    receiver.destroy();
    throw error;
  }
}

/** The request behind a page: an address and headers, or the whole message where there is one. */
export type PageRequest = Pick<IncomingMessage, "method" | "url" | "headers"> | IncomingMessage;

export interface RemixApplication {
  respond(request: PageRequest, signal?: AbortSignal): Promise<Response>;
  /** The addresses whose responses may be cached, as the loaders declare them. */
  topicsAt: TopicsAt;
  /** Starts what runs beside the web in its process, once. */
  startBackground(): void;
  /** Handles a request; throws what the application could not handle. */
  listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

/**
 * The built shop as a function of requests, for remix-serve in place of @remix-run/express and for the page cache.
 * Unlike @remix-run/express it reads a long response no faster than its client does, and takes the host from the Host
 * header alone, never from a forwarded one.
 */
function remixApplication(build: ServerBuild, mode?: string): RemixApplication {
  const handlerOf = handlersByAddress(build, mode);
  const respond: RemixApplication["respond"] = async (request, signal) => {
    const context: LoadContext & AppLoadContext = {};
    const asked = asRequest(request, signal);
    const { pathname } = new URL(asked.url);
    const response =
      pathname === DISCOVERY
        ? await discoverRoutes(asked, handlerOf)
        : await handlerOf(pathname)(asked, context);
    // Pages report a limit in their text, and their own headers do not reach an error page.
    const { retryAfterSeconds } = context;
    if (response.status === 429 && retryAfterSeconds && !response.headers.has("Retry-After")) {
      response.headers.set("Retry-After", String(retryAfterSeconds));
    }
    return response;
  };
  return {
    respond,
    topicsAt: cacheableAddresses(
      Object.values(build.routes).map((route) => ({ ...route, cacheRules: cacheRulesOf(route) })),
    ),
    // Which app/entry.server.tsx exports in addition to what Remix requires.
    startBackground: () => (build.entry.module as unknown as { startBackground(): void }).startBackground(),
    listener: async (incoming, outgoing) => {
      const disconnected = new AbortController();
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) disconnected.abort();
      });
      await send(await respond(incoming, disconnected.signal), outgoing);
    },
  };
}

function cacheRulesOf(route: ServerBuild["routes"][string]): readonly CacheRule[] {
  const loader: (LoaderFunction & { cacheRules?: readonly CacheRule[] }) | undefined = route?.module.loader;
  return loader?.cacheRules ?? [];
}

function asRequest(message: PageRequest, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method = "GET" } = message;
  const hasBody = method !== "GET" && method !== "HEAD" && message instanceof IncomingMessage;
  return new Request(`http://${message.headers.host ?? "localhost"}${message.url ?? "/"}`, {
    method,
    headers,
    ...(signal ? { signal } : {}),
    ...(hasBody ? { body: createReadableStreamFromReadable(message), duplex: "half" } : {}),
  });
}

/** A response that may go on for hours. */
const EVENT_STREAM = "text/event-stream";

async function send({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = status;
  for (const [name, value] of headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  if (headers.get("content-type") === EVENT_STREAM) endTurn(outgoing);
  if (body) await writeBody(body, outgoing);
  else outgoing.end();
}

/**
 * The handler of an address. Remix ranks all routes that it has up to four times for a page, which costs up to twice
 * the processor time of a page (docs/decisions/043-plain-remix-serve.md). So each request is handled by a build with
 * the routes that its address can match, by the first segment: `/admin/today` by those under `admin`.
 */
export function handlersByAddress(build: ServerBuild, mode?: string): (pathname: string) => RequestHandler {
  const segments = new Set(Object.values(build.routes).map(firstSegmentOf));
  const handlers = new Map(
    [...segments].map((segment) => [segment, createRequestHandler(buildFor(segment, build), mode)]),
  );
  const other = createRequestHandler(buildFor(undefined, build), mode);
  return (pathname) => handlers.get(segmentIn(pathname)) ?? other;
}

/** The routes of the links that a browser sees: each is looked for where a request for it would be handled. */
export async function discoverRoutes(
  asked: Request,
  handlerOf: (pathname: string) => RequestHandler,
): Promise<Response> {
  const parts = new Map<RequestHandler, URL>();
  for (const link of new URL(asked.url).searchParams.getAll("p")) {
    const handle = handlerOf(link);
    const part = parts.get(handle) ?? withoutLinks(asked.url);
    part.searchParams.append("p", link);
    parts.set(handle, part);
  }
  const responses = await Promise.all([...parts].map(([handle, part]) => handle(new Request(part, asked))));
  const [first = new Response(null, { status: 204 })] = responses;
  // Of a build that is gone: the browser loads the page again.
  if (first.status !== 200) return first;
  const found = await Promise.all(responses.map((response) => response.json()));
  return Response.json(Object.assign({}, ...found), { headers: first.headers });
}

function withoutLinks(address: string): URL {
  const url = new URL(address);
  url.searchParams.delete("p");
  return url;
}

type Route = ServerBuild["routes"][string] | undefined;

/** Undefined for layouts and the home page, whose routes have no path. */
function firstSegmentOf(route: Route): string | undefined {
  return route?.path?.split("/", 1)[0];
}

/** As routes see it: without `.data`, which asks for the data of a page alone. */
export function segmentIn(pathname: string): string {
  return pathname.replace(/\.data$/, "").split("/")[1] ?? "";
}

/**
 * The build without the routes that an address with this first segment cannot match. The home page stays: each page
 * tells the browser of the addresses above it.
 */
export function buildFor(segment: string | undefined, build: ServerBuild): ServerBuild {
  const isPossible = (route: Route) => {
    const first = firstSegmentOf(route);
    return !first || first === segment || /^[:*]/.test(first);
  };
  const pick = <Each>(all: Record<string, Each>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => isPossible(build.routes[id])));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

type Next = (error?: unknown) => void;
type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

const ownRequire = createRequire(import.meta.url);

/**
 * @remix-run/serve is a command without an interface (docs/decisions/043): two parts are replaced, before it is
 * loaded, where it looks them up. Its access log would record what people search for; remix-application.ts, which the
 * page cache calls too, replaces its request handler.
 */
export function tuneRemixServe(
  require: NodeJS.Require,
  onApplication: (application: RemixApplication) => void = () => {},
): void {
  const serve = createRequire(require.resolve("@remix-run/serve/package.json"));
  const pass: Middleware = (_request, _response, next) => next();
  serve("morgan");
  const morgan = require.cache[serve.resolve("morgan")];
  if (morgan) morgan.exports = () => pass;
  serve("@remix-run/express").createRequestHandler = (options: { build: ServerBuild; mode?: string }) => {
    const application = remixApplication(options.build, options.mode);
    onApplication(application);
    const handle: Middleware = (request, response, next) => {
      application.listener(request, response).catch(next);
    };
    return handle;
  };
}

/** Loads what the command consists of, without running it; `serveRemix` then finds it in memory. */
export function loadRemixServe(): void {
  const serve = createRequire(ownRequire.resolve("@remix-run/serve/package.json"));
  const { dependencies }: { dependencies: Record<string, string> } = serve("./package.json");
  for (const name of Object.keys(dependencies)) serve(name);
  // The fetch that it gives the application, which @remix-run/node loads when it does.
  createRequire(serve.resolve("@remix-run/node"))("undici");
}

/**
 * Runs the command on a build, with middleware around its application, and resolves with the server once it listens.
 * The command gets its parameters as on a command line, and the server is captured where the command creates it.
 * @throws the system's error (such as EADDRINUSE), or what the build threw while loading.
 */
export async function serveRemix(
  build: string,
  { PORT, HOST }: { PORT: number; HOST: string },
  around: (application: RequestListener, pages: RemixApplication | undefined) => RequestListener,
): Promise<Server> {
  process.env.PORT = String(PORT);
  process.env.HOST = HOST;
  process.argv[2] = build;
  let pages: RemixApplication | undefined;
  tuneRemixServe(ownRequire, (application) => {
    pages = application;
  });
  const signalsBefore = signalListeners();
  const { prepareStackTrace } = Error;
  const server = await takeServer((application) => around(application, pages));
  // The command looks for source maps, of which the build has none, whenever a stack is read. Stripe's package reads
  // one for each call.
  Error.prepareStackTrace = prepareStackTrace;
  // On a signal the command only closes its server; the process that started it here knows what else is open.
  for (const [signal, listeners] of signalListeners()) {
    for (const listener of listeners) {
      if (!signalsBefore.get(signal)?.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return server;
}

function takeServer(around: (application: RequestListener) => RequestListener): Promise<Server> {
  const createServer = http.createServer;
  return new Promise<Server>((resolve, reject) => {
    // The command does not await its own start, so a build that throws arrives here.
    process.once("unhandledRejection", reject);
    const replacement = (application: RequestListener): Server => {
      http.createServer = createServer;
      const server = createServer(around(application));
      const listen = server.listen.bind(server);
      server.once("error", reject);
      server.listen = (port?: unknown, host?: unknown) =>
        // Without the command's own callback, which only prints its banner.
        listen(Number(port), String(host), () => {
          process.removeListener("unhandledRejection", reject);
          server.removeListener("error", reject);
          resolve(server);
        });
      return server;
    };
    http.createServer = replacement as typeof createServer;
    ownRequire("@remix-run/serve/dist/cli.js");
  });
}

function signalListeners() {
  return new Map((["SIGINT", "SIGTERM"] as const).map((signal) => [signal, process.listeners(signal)]));
}
