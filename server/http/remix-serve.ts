import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/node";
import { type RemixApplication, remixApplication } from "./remix-application.ts";

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
  // The command looks for source maps, of which the build has none, whenever a stack is read. Stripe's package reads one
  // for each call.
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
