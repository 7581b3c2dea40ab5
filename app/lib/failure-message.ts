import { isRouteErrorResponse } from "@remix-run/react";
import { NO_ANSWER } from "./no-answer.ts";

/**
 * What a form says when its answer was no answer: the server's message, 'Unknown error' where an answer has none,
 * 'Server error: {status}' where it cannot be read, and the fallback when nobody could be reached.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (!isRouteErrorResponse(error)) return fallback;
  const { data, status } = error;
  if (typeof data !== "object" || data === null) return `Server error: ${status}`;
  return messageIn(error) ?? "Unknown error";
}

/**
 * For a `clientAction`: where no answer came, or none that is one of the form's, the form stays as it is with the
 * server's message or the form's own fallback.
 */
export function answerOrRefusal<Result>(
  response: Promise<Result>,
  { title, message }: { title: string; message: string },
) {
  return answerOr(response, (error) => ({
    result: null,
    refusal: { title, message: messageIn(error) ?? message },
  }));
}

/** For a `clientAction`: the server's answer, or ours in its place. */
export async function answerOr<Result>(
  response: Promise<Result>,
  fallbackFor: (error: unknown) => unknown,
): Promise<Result | Response> {
  try {
    return await response;
  } catch (error) {
    // The way on after what was asked for was done.
    if (error instanceof Response) throw error;
    console.error(error);
    // Remix 2.17 takes `data(…, status)` of a clientAction for the answer itself; a Response has its status heeded.
    return Response.json(fallbackFor(error), { status: NO_ANSWER });
  }
}

function messageIn(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  const { data } = error;
  const hasMessage = typeof data === "object" && data !== null && "message" in data;
  return hasMessage && typeof data.message === "string" && data.message !== "" ? data.message : undefined;
}
