import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/*
 * Remix ranks all the routes that it has up to four times for a page. At some 115 routes that was a third of the processor
 * time of a page for one shopper (docs/decisions/043-plain-remix-serve.md). So each request is handled by a build with
 * the routes that its address can match, by the first segment: `/admin/orders` by those under `admin`.
 */

/** The handler of an address, which is made when it is first asked for. */
export function handlersByAddress(build: ServerBuild, mode?: string): (pathname: string) => RequestHandler {
  const known = new Set(Object.values(build.routes).map((route) => route && firstSegmentOf(route, build)));
  known.add(DISCOVERY);
  const handlers = new Map<string, RequestHandler>();
  return (pathname) => {
    const segment = firstSegmentIn(pathname);
    // All addresses that no route names share one, so that nobody can fill the memory with them.
    const key = known.has(segment) ? segment : UNKNOWN;
    const handler = handlers.get(key) ?? createRequestHandler(buildFor(pathname, build), mode);
    handlers.set(key, handler);
    return handler;
  };
}

/**
 * The build without the routes that this address cannot match. The home page stays: each page tells the browser of the
 * addresses above it.
 */
export function buildFor(pathname: string, build: ServerBuild): ServerBuild {
  const segment = firstSegmentIn(pathname);
  if (segment === DISCOVERY) return build;
  const ids = Object.values(build.routes).flatMap((route) =>
    route && mayMatch(firstSegmentOf(route, build), segment) ? [route.id] : [],
  );
  return {
    ...build,
    routes: pick(build.routes, ids),
    assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
  };
}

function pick<Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
}

/** Here a browser asks for the routes of the links that it sees. */
const DISCOVERY = "__manifest";
/** No segment can contain a slash. */
const UNKNOWN = "/";
const DATA_OF_HOME = "_root";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** Small letters, since routes match in either; "" for the home page, undefined for a layout around all. */
function firstSegmentOf({ path, index, parentId }: Route, build: ServerBuild): string | undefined {
  const parent = parentId === undefined ? undefined : build.routes[parentId];
  const above = parent && firstSegmentOf(parent, build);
  const own = path ? path.split("/")[0]?.toLowerCase() : undefined;
  return above ?? own ?? (index ? "" : undefined);
}

/** As routes see it: without `.data`, which asks for the data of a page alone, and decoded where it can be. */
function firstSegmentIn(pathname: string): string {
  const segment = pathname.replace(/\.data$/, "").split("/")[1] ?? "";
  if (segment === DATA_OF_HOME) return "";
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

function mayMatch(routeSegment: string | undefined, segment: string): boolean {
  return !routeSegment || routeSegment === segment || /^[:*]|\?$/.test(routeSegment);
}
