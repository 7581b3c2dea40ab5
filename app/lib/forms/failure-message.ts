import {
  type ClientActionFunction,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
} from "@remix-run/react";
import { useState } from "react";
import { messageOf } from "./http-error.ts";

/**
 * What a form says when no usable response came: the server's message, 'Unknown error' where the response has none,
 * 'Server error: {status}' where it cannot be read, and the fallback when the server could not be reached.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (!isRouteErrorResponse(error)) return fallback;
  const { data, status } = error;
  if (typeof data !== "object" || data === null) return `Server error: ${status}`;
  return messageIn(error) ?? "Unknown error";
}

/**
 * A `clientAction`: when no response came, or one that is not the form's, the form stays as it is and shows the server's
 * message or its own fallback.
 */
export function orFormError({ title, message = "Please try again." }: { title: string; message?: string }) {
  const clientAction: ClientActionFunction = ({ serverAction }) =>
    responseOr(serverAction(), (error) => ({
      result: null,
      refusal: { title, message: messageIn(error) ?? message },
    }));
  return clientAction;
}

/** In place of an answer, where none came that is the form's. */
interface Unanswered {
  unanswered: { title: string; message: string };
}

/**
 * A `clientAction` of a form whose answers are of its own shape: when none came, the page stays as it is, and `useAnswer`
 * has what to say.
 */
export const orUnanswered: ClientActionFunction = ({ serverAction }) =>
  responseOr(
    serverAction(),
    (error): Unanswered => ({
      unanswered: { title: "No answer came", message: failureMessage(error, "Please try again.") },
    }),
  );

/** The last answer that came to a form of this page, and what to say where the last press got none. */
export function useAnswer<Action>(): {
  answer: ReturnType<typeof useActionData<Action>>;
  unanswered: Unanswered["unanswered"] | undefined;
} {
  const newest = useActionData<Action>();
  const unanswered = isUnanswered(newest) ? newest.unanswered : undefined;
  const [answer, setAnswer] = useState(isUnanswered(newest) ? undefined : newest);
  if (!isUnanswered(newest) && newest !== answer) setAnswer(newest);
  return { answer: isUnanswered(newest) ? answer : newest, unanswered };
}

function isUnanswered(answer: unknown): answer is Unanswered {
  return typeof answer === "object" && answer !== null && "unanswered" in answer;
}

/** For a `clientAction`: the server's response, or the fallback in its place. */
export async function responseOr<Result>(
  response: Promise<Result>,
  fallbackFor: (error: unknown) => unknown,
): Promise<Result | Response> {
  try {
    return await response;
  } catch (error) {
    // The redirect after the work was done.
    if (error instanceof Response) throw error;
    console.error(error);
    // Remix 2.17 takes `data(…, status)` of a clientAction for the response itself; it respects the status of a
    // Response.
    return Response.json(fallbackFor(error), { status: NO_RESPONSE });
  }
}

function messageIn(error: unknown): string | undefined {
  return isRouteErrorResponse(error) ? messageOf(error.data) : undefined;
}

/** The status of a `clientAction`'s own response when the server did not respond. */
export const NO_RESPONSE = 503;

/** The status of an action that opened something for the page, such as a payment, which changes nothing it shows. */
export const OPENED = 201;

/**
 * The `shouldRevalidate` of a page with a form that does not leave it, such as signing out. When the server did not
 * respond, the page keeps its data: loading them again would fail as well and leave no page.
 */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === NO_RESPONSE || actionStatus === OPENED ? false : defaultShouldRevalidate;
