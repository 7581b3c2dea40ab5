import { isRouteErrorResponse } from "@remix-run/react";

/**
 * What a form says when its answer was no answer (spec section 8): the server's message, 'Unknown error' where an answer
 * has none, 'Server error: {status}' where it cannot be read, and the fallback when nobody could be reached.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (!isRouteErrorResponse(error)) return fallback;
  const { data, status } = error;
  if (typeof data !== "object" || data === null) return `Server error: ${status}`;
  return messageIn(error) ?? "Unknown error";
}

/**
 * For a `clientAction`: where no answer came, or none that is one of the form's, the form stays as it is with the
 * server's message or the fallback of spec section 8.
 */
export async function answerOrRefusal<Answer>(
  answer: Promise<Answer>,
  refusal: { title: string; message: string },
): Promise<Answer | { result: null; refusal: { title: string; message: string } }> {
  try {
    return await answer;
  } catch (error) {
    // The way on after what was asked for was done.
    if (error instanceof Response) throw error;
    console.error(error);
    return { result: null, refusal: { title: refusal.title, message: messageIn(error) ?? refusal.message } };
  }
}

function messageIn(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  const { data } = error;
  const hasMessage = typeof data === "object" && data !== null && "message" in data;
  return hasMessage && typeof data.message === "string" && data.message !== "" ? data.message : undefined;
}
