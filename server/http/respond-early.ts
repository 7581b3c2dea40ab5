import type { IncomingMessage, ServerResponse } from "node:http";
import type { ShopErrorCode } from "#server/core/errors.ts";

interface EarlyResponse {
  status: number;
  code: ShopErrorCode;
  message: string;
  retryAfterSeconds?: number;
}

/**
 * How much of a refused body is read and dropped, and for how long. Closing a connection with unread bytes resets it,
 * and most clients then see that instead of the response.
 */
const MOST_DROPPED_BYTES = 16 * 1024 * 1024;
const MOST_DROPPING_MILLISECONDS = 5000;

/**
 * Responds before the application sees a request: JSON to scripts, as everywhere under /api, the sentence to others.
 */
export function respondEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message, retryAfterSeconds }: EarlyResponse,
): void {
  const isApi = /^\/(api|paypal|webhooks)(\/|$)/.test(pathOf(request));
  const wantsJson = isApi || request.headers.accept?.includes("application/json");
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  if (retryAfterSeconds) response.setHeader("Retry-After", String(retryAfterSeconds));
  response.setHeader(
    "Content-Type",
    wantsJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
  );
  const body = wantsJson ? JSON.stringify({ message, code }) : message;
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.write(body);
  afterBody(request, () => response.end());
}

/** Calls back once the client has sent its body, or as much of it as we read. */
function afterBody(request: IncomingMessage, callback: () => void): void {
  const hasBody = request.headers["content-length"] ?? request.headers["transfer-encoding"];
  if (request.complete || !hasBody) {
    callback();
    return;
  }
  const push = request.push.bind(request);
  let dropped = 0;
  const stop = () => {
    clearTimeout(timer);
    request.push = push;
    request.off("close", stop);
    callback();
  };
  const timer = setTimeout(stop, MOST_DROPPING_MILLISECONDS);
  request.once("close", stop);
  // Node's parser delivers the body through `push`; nobody else reads it.
  request.push = (chunk) => {
    dropped += chunk?.length ?? 0;
    if (chunk === null || dropped > MOST_DROPPED_BYTES) stop();
    return chunk === null ? push(null) : true;
  };
}

/** The requested address without its query. */
export function pathOf({ url }: Pick<IncomingMessage, "url">): string {
  return url?.split("?", 1)[0] ?? "/";
}
