import { isRouteErrorResponse } from "@remix-run/react";

/**
 * What a form says when its answer was no answer (spec section 8): the server's message, 'Unknown error' where an answer
 * has none, 'Server error: {status}' where it cannot be read, and the fallback when nobody could be reached.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (!isRouteErrorResponse(error)) return fallback;
  const { data, status } = error;
  if (typeof data !== "object" || data === null) return `Server error: ${status}`;
  return "message" in data && typeof data.message === "string" && data.message !== ""
    ? data.message
    : "Unknown error";
}
