import { isRouteErrorResponse, useMatches, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";

/** The `handle` of a route that has its own words for a page that could not be fetched. */
export interface ErrorPageHandle {
  ErrorPage: ComponentType;
}

/**
 * What the root's ErrorBoundary shows in place of the page asked for, if that has words of its own: where nobody answers,
 * the root's data are missing too, and the page's own boundary is not reached. What the server says goes first.
 */
export function useOwnErrorPage(): ComponentType | undefined {
  const handle = useMatches().at(-1)?.handle;
  const isErrorResponse = isRouteErrorResponse(useRouteError());
  return !isErrorResponse && hasErrorPage(handle) ? handle.ErrorPage : undefined;
}

function hasErrorPage(handle: unknown): handle is ErrorPageHandle {
  return typeof handle === "object" && handle !== null && "ErrorPage" in handle;
}
