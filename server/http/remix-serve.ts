import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/node";
import { type RemixApplication, remixApplication } from "./remix-application.ts";

type Next = (error?: unknown) => void;
type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/**
 * @remix-run/serve is a command without an interface. What it would do more slowly than the shop does is replaced where
 * it looks it up, before it is loaded: its access log (web-server.ts), its static files (static-files.ts), and the
 * handler of requests (remix-application.ts), which is handed to whoever asks for it.
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
  serve("express").static = () => pass;
  serve("@remix-run/express").createRequestHandler = (given: { build: ServerBuild; mode?: string }) => {
    const application = remixApplication(given.build, given.mode);
    onApplication(application);
    const handle: Middleware = (request, response, next) => {
      application.listener(request, response).catch(next);
    };
    return handle;
  };
}
