import { isRouteErrorResponse, useMatches, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";

/** The `handle` of a route with its own text for a page that could not be loaded. */
export interface ErrorPageHandle {
  ErrorPage: ComponentType;
}

/**
 * What the root's ErrorBoundary shows in place of the requested page, if that page has its own text: when the server
 * does not respond, the root's data are missing too and the page's own boundary is not reached. The server's message
 * goes first.
 */
export function useRouteErrorPage(): ComponentType | undefined {
  const handle = useMatches().at(-1)?.handle;
  const isErrorResponse = isRouteErrorResponse(useRouteError());
  return !isErrorResponse && hasErrorPage(handle) ? handle.ErrorPage : undefined;
}

function hasErrorPage(handle: unknown): handle is ErrorPageHandle {
  return typeof handle === "object" && handle !== null && "ErrorPage" in handle;
}
