import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

const MEGABYTE = 1024 * 1024;
/** Product pictures, the shop's logo and product files come in through these. */
const UPLOAD_PATHS = [
  "/api/admin/products",
  "/admin/settings",
  "/api/trpc/products.update",
  "/api/trpc/products.create",
  "/api/trpc/products.checkImport",
  "/api/trpc/products.import",
];

/** The most bytes a request to this path may carry. */
export function bodyLimit(path: string): number {
  const isUpload = UPLOAD_PATHS.some(
    (prefix) => path === prefix || path.startsWith(`${prefix}/`) || path === `${prefix}.data`,
  );
  return (isUpload ? 8 : 1) * MEGABYTE;
}

/**
 * Answers 413 to bodies over the limit before anything else looks at them. A body that does not say how long
 * it is gets counted and held back until it is complete.
 */
export function withBodyLimit(
  next: RequestListener,
  limitFor: (path: string) => number = bodyLimit,
): RequestListener {
  return (request, response) => {
    const limit = limitFor(pathOf(request));
    const declared = request.headers["content-length"];
    if (Number(declared ?? 0) > limit) refuse(request, response, limit);
    else if (declared === undefined && request.headers["transfer-encoding"] !== undefined) {
      holdBack(request, limit, {
        complete: () => next(request, response),
        tooLarge: () => refuse(request, response, limit),
      });
    } else next(request, response);
  };
}

interface Outcome {
  complete(): void;
  tooLarge(): void;
}

/**
 * Node's parser hands the body over through `push`. Standing in front of it counts the bytes without reading
 * the stream, which only one reader can do.
 */
function holdBack(request: IncomingMessage, limit: number, outcome: Outcome): void {
  const push = request.push.bind(request);
  const held: Buffer[] = [];
  let size = 0;
  request.push = (chunk) => {
    if (size > limit) return true;
    if (chunk === null) {
      request.push = push;
      for (const part of held) push(part);
      push(null);
      outcome.complete();
      return true;
    }
    size += chunk.length;
    held.push(chunk);
    if (size > limit) {
      held.length = 0;
      outcome.tooLarge();
    }
    return true;
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, limit: number): void {
  const message = `That is too large: the limit is ${limit / MEGABYTE} MB.`;
  const isApi = /^\/(api|paypal|webhooks)(\/|$)/.test(pathOf(request));
  const wantsJson = isApi || request.headers.accept?.includes("application/json");
  response.statusCode = 413;
  response.setHeader(
    "Content-Type",
    wantsJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
  );
  response.end(wantsJson ? JSON.stringify({ message, code: "payload_too_large" }) : message);
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split("?", 1)[0] ?? "/";
}
