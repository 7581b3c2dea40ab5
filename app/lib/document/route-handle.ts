import { isRouteErrorResponse, useMatches, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";
import { useRootData } from "#app/lib/root-data.ts";

/** The `handle` of a route with its own text for a page that could not be loaded. */
export interface ErrorPageHandle {
  ErrorPage: ComponentType;
}

/** What stands around a page in place of the shop's header and footer. It comes with the route, not with every page. */
export interface PageFrame {
  className: string;
  /** Before the page. */
  Before: ComponentType;
  /** After the page. */
  After: ComponentType;
}

/** The `handle` of a route for staff. */
export interface StaffPageHandle {
  frame?: PageFrame;
  /** What the skip link leads to where that is not the whole page. */
  work?: { id: string; label: string };
}

type Handle = Partial<ErrorPageHandle & StaffPageHandle>;

/** What the page exports as its `handle`, and what stands around it. */
function useHandle(): Handle {
  return Object.assign(
    {},
    ...useMatches()
      .map(({ handle }) => handle)
      .filter(isHandle),
  );
}

/** Whatever a route exports as its `handle` is one of those above. */
function isHandle(handle: unknown): handle is Handle {
  return typeof handle === "object" && handle !== null;
}

/**
 * Whether the page's data came: what went wrong then went wrong in the browser, and is no matter of what was asked for.
 */
export function usePageIsLoaded(): boolean {
  return useMatches().at(-1)?.data !== undefined;
}

/**
 * What the root's ErrorBoundary shows in place of the requested page, if that page has its own text: when the server
 * does not respond, the root's data are missing too and the page's own boundary is not reached. The server's message
 * goes first.
 */
export function useRouteErrorPage(): ComponentType | undefined {
  const { ErrorPage } = useHandle();
  return isRouteErrorResponse(useRouteError()) ? undefined : ErrorPage;
}

/**
 * For staff alone the frame of the page that is shown: anyone who is refused a page finds the shop's. A page that staff
 * are refused has no work to skip to.
 */
export function useStaffPage(): Partial<StaffPageHandle> {
  const isLoaded = usePageIsLoaded();
  const { work, ...handle } = useHandle();
  if (useRootData()?.actor.kind !== "staff") return {};
  return { ...handle, ...(work && isLoaded ? { work } : {}) };
}
