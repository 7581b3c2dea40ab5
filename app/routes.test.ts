import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, it } from "vitest";
import { buildFor, discoverRoutes, handlersByAddress, segmentIn } from "#server/http/remix-application.ts";
import nested, { routes } from "./routes.ts";

/** The shop's own routes, as far as a build says where they are. */
const build = asBuild(nested);

function asBuild(config: readonly RouteConfigEntry[]): ServerBuild {
  const listed = [{ id: "root", path: "" }, ...config.flatMap((entry) => listedIn(entry, "root"))];
  const byId = Object.fromEntries(listed.map((route) => [route.id, { ...route, module: {} }]));
  const assets = { routes: byId, version: "1" };
  return { routes: byId, assets, entry: { module: {} }, future: { v3_lazyRouteDiscovery: true } } as never;
}

function listedIn(
  { file, id = file, path, index, caseSensitive, children = [] }: RouteConfigEntry,
  parentId: string,
): Listed[] {
  return [{ id, path, index, caseSensitive, parentId }, ...children.flatMap((child) => listedIn(child, id))];
}

interface Listed extends Pick<RouteConfigEntry, "path" | "index" | "caseSensitive"> {
  id: string;
  parentId: string;
}

/** What a router with these routes finds at an address. */
function foundBy({ routes: known }: ServerBuild, address: string) {
  const tree = Object.values(known).flatMap((route) =>
    route && route.id !== "root"
      ? [{ id: route.id, path: route.path, index: route.index, caseSensitive: route.caseSensitive }]
      : [],
  );
  const matches = matchRoutes(tree as Parameters<typeof matchRoutes>[0], address);
  return matches?.map(({ route, params }) => ({ id: route.id, params })) ?? null;
}

/** An address of each route, and how else people, links and strangers write one, as `withReadableAddress` leaves it. */
const addresses = [
  ...routes.map(({ path = "" }) => `/${path.replaceAll(/:\w+|\*/g, "some-words")}`),
  ..."/ /Admin/Users /ADMIN /admin/ /nothing /nothing/at/all".split(" "),
  ..."/checkout.data /_root.data /blog/some.data /%E0%A4%A4 /api/docs/more /sitemap.xml/ /.well-known".split(
    " ",
  ),
  ..."/constructor /__proto__ /toString /01 /blog/rss.xml /a%2Fb /admin%2Fusers".split(" "),
];

it.each(addresses)("leaves out no route that %s can match", (address) => {
  const narrowed = buildFor(segmentIn(address), build);
  expect(foundBy(narrowed, address)).toEqual(foundBy(build, address));
  const page = address.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  expect(foundBy(narrowed, page)).toEqual(foundBy(build, page));
});

it("ranks a page's own part of the site alone", () => {
  const { routes: known, assets } = buildFor("checkout", build);
  const paths = Object.values(known).flatMap((route) => route?.path || []);
  expect(paths).toEqual(["checkout", ":page", "*"]);
  expect(Object.keys(assets.routes)).toEqual(Object.keys(known));
});

it("tells a browser of the routes of its links as Remix does with all routes", async () => {
  const [handlerOf, handleWhole] = [handlersByAddress(build), createRequestHandler(build)];
  const discover = async (...links: string[]) => {
    const asked = new Request(`http://shop/__manifest?version=1&p=${links.join("&p=")}`);
    const found = await discoverRoutes(asked, handlerOf);
    const whole = await handleWhole(asked);
    expect(Object.fromEntries(found.headers)).toEqual(Object.fromEntries(whole.headers));
    expect(await found.json()).toEqual(await whole.json());
  };
  const paths = addresses.filter((address) => !address.includes(".data"));
  for (const path of paths) await discover(path);
  await discover(...paths.slice(0, 50));
  const old = new Request("http://shop/__manifest?version=0&p=/cart&p=/admin/today");
  const answer = await discoverRoutes(old, handlerOf);
  expect([answer.status, answer.headers.get("x-remix-reload-document")]).toEqual([204, "true"]);
});
