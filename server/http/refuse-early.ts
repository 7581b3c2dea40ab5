import type { IncomingMessage, ServerResponse } from "node:http";
import type { ShopErrorCode } from "#server/core/errors.ts";

interface EarlyRefusal {
  status: number;
  code: ShopErrorCode;
  message: string;
  retryAfterSeconds?: number;
}

/** Responds before the application sees a request: scripts get JSON, as everywhere under /api, others the sentence. */
export function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message, retryAfterSeconds }: EarlyRefusal,
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
  response.end(wantsJson ? JSON.stringify({ message, code }) : message);
}

/** The requested address without its query. */
export function pathOf({ url }: Pick<IncomingMessage, "url">): string {
  return url?.split("?", 1)[0] ?? "/";
}
