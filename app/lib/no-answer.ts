import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status of what a `clientAction` answers where the server did not. */
export const NO_ANSWER = 503;

/**
 * The `shouldRevalidate` of a page with a form that is sent without leaving it, such as signing out: after a form that
 * nobody answered the page's data stay, since asking for them would fail as well, and then there would be no page.
 */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === NO_ANSWER ? false : defaultShouldRevalidate;
