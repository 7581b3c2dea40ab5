import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status of a `clientAction`'s own response when the server did not respond. */
export const NO_ANSWER = 503;

/**
 * The `shouldRevalidate` of a page with a form that does not leave it, such as signing out. When the server did not
 * respond, the page keeps its data: loading them again would fail as well and leave no page.
 */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === NO_ANSWER ? false : defaultShouldRevalidate;
