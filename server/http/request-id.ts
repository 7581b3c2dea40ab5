import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";

/** Gives every request an id of its own, for the log, for jobs it adds and for whoever reports a problem. */
export function withRequestId(next: RequestListener): RequestListener {
  return (request, response) => {
    const id = randomUUID();
    request.headers["x-request-id"] = id;
    response.setHeader("X-Request-Id", id);
    next(request, response);
  };
}
