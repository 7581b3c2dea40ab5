import type { RequestListener } from "node:http";
import { logSoon } from "#server/core/log.ts";

type Log = typeof logSoon;

/** One line per answered request. Without the query: it may hold names, addresses and search words. */
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
