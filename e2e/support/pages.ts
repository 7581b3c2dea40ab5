import { createHash } from "node:crypto";
import { matchRoutes } from "@remix-run/react";
import { DomUtils, parseDocument } from "htmlparser2";
import { type APIRequestContext, expect } from "playwright/test";
import { resources } from "#server/content/content-views.ts";
import { routes } from "../../app/routes.ts";
import { type Crawl, crawlAs, crawlSite, type ReadPage, SIGN_IN_FIRST } from "./crawl.ts";
import { expectedTexts } from "./page-texts.ts";
import { type Found, type Viewer, viewers } from "./viewers.ts";

/** The pages of the route table; with a parameter, as if there was nothing of that name. */
export const routeAddresses = routes
  .filter(({ file }) => file.endsWith(".tsx"))
  .map(({ path, index }) => (index ? "/" : `/${path}`.replaceAll(/:\w+|\*/g, "no-such-thing")));

/** States that no link leads to: what comes back from a form, is searched for or stands in a mail. */
const unlinked: Partial<Record<Viewer, string[]>> = {
  visitor: [
    ...["/?kg=250", "/products?search=nothing-is-called-this", "/blog?search=nothing-is-called-this"],
    ...["/blog?tab=community&view=achievements", "/newsletter?step=resources", "/batches?code=NO-SUCH-BATCH"],
    ...["/newsletter/verify?status=error", "/newsletter/verify?status=success", "/stock-alerts/ask"],
    ...["/newsletter/unsubscribe?token=x", "/newsletter/unsubscribe?done", "/stock-alerts/confirm?token=x"],
    ...["/stock-alerts/unsubscribe?token=x", "/stock-alerts/unsubscribe?done", "/no/such/page"],
    ...["/checkout-success?payment_intent=pi_unknown", "/reset-password?token=x", "/reset-password?done"],
    ...["/undo-email-change?done=mailed", "/undo-email-change?done=suspended", "/undo-email-change?token=x"],
    ...["/sandbox/no-such-payment", "/cart?before=anything-is-in-it"],
  ],
  administrator: [
    ...["/admin?tab=orders&view=all&search=zz", "/admin?tab=emails&state=failed", "/admin/find?q=malvern"],
    ...[
      "/admin/find?q=nothing-is-called-this",
      "/admin/prices?search=biochar",
      "/admin?tab=evidence&year=2020",
    ],
    ...["/admin/batches?search=2026&status=open", "/admin/orders/999999", "/admin/packing/999999"],
    ...["slips", "labels", "notes", "picks", "pallets"].map((each) => `/admin/packing/print?paper=${each}`),
  ],
  packer: ["/admin/find?q=biochar", "/admin?tab=analytics"],
};

/** Where somebody begins to read, in addition to the route table: addresses of their own, and states of pages. */
export function beginningsOf(viewer: Viewer, found: Found): string[] {
  const own = Object.values(found).filter((value) => value.startsWith("/"));
  return [...own, ...(unlinked[viewer] ?? []), ...Object.keys(expectedTexts[viewer] ?? {})];
}

let publicPages: Promise<Crawl> | undefined;

/**
 * What somebody comes to from the route table and by links: a visitor to the whole site, others to so many pages of
 * each kind, without those that a visitor gets as well.
 */
export async function crawlAsViewer(
  viewer: Viewer,
  request: APIRequestContext,
  origin: string,
  ofEachKind = 1,
): Promise<Crawl> {
  const found = await viewers[viewer](request);
  publicPages ??= crawlSite(origin, [...routeAddresses, ...beginningsOf("visitor", {})]);
  if (viewer === "visitor") return publicPages;
  return crawlAs(origin, {
    cookie: await cookieOf(request),
    begin: beginningsOf(viewer, found),
    from: routeAddresses,
    publicPages: await publicPages,
    kindOf,
    ofEachKind,
  });
}

/** What is shown in a frame of a page, and is none itself. */
const FRAMED = "/contact/map";

/**
 * One page of each kind, and each of those where somebody begins to read; not what looks as it does to others: where
 * somebody must sign in a visitor has been, and an administrator has the manager's pages but for the shop manager's.
 */
export function oneOfEachKind(viewer: Viewer, pages: Iterable<[path: string, page: ReadPage]>) {
  const meant = new Set(beginningsOf(viewer, {}));
  const kinds = new Set<string>();
  // The parts of several tests are read by several browsers, each in its own order.
  const sorted = [...pages].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.filter(([path, { status }]) => {
    if (path.startsWith(FRAMED)) return false;
    if (viewer !== "visitor" && status === SIGN_IN_FIRST) return false;
    if (viewer === "manager" && !path.startsWith("/shop-manager")) return false;
    const kind = kindOf(path);
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return isNew || meant.has(path);
  });
}

/**
 * Without those that consist of the same elements as an earlier one and differ in words, or in how many rows there are.
 */
export function oneOfEachLook(pages: readonly [path: string, page: ReadPage][]) {
  const looks = new Set<string>();
  return pages.filter(([path, { html }]) => {
    const [main] = DomUtils.getElementsByTagName("main", parseDocument(html), true, 1);
    const look = main ? lookOf(main) : path;
    const isNew = !looks.has(look);
    looks.add(look);
    return isNew;
  });
}

/** What decides the layout of an element but for its words; of parts in a row that look alike it has one. */
function lookOf({ name, attribs, children }: Element): string {
  const parts = children.flatMap((child) => {
    if ("attribs" in child) return [lookOf(child)];
    return child.type === "text" && child.data.trim() !== "" ? ["words"] : [];
  });
  const distinct = parts.filter((part, index) => part !== parts[index - 1]);
  const own = [name, attribs.class, attribs.type, attribs.style, "open" in attribs];
  return createHash("sha256")
    .update(JSON.stringify([own, distinct]))
    .digest("base64");
}

/** The cookies of the person who sends these requests; the message after a sign-in does not belong to the next page. */
export async function cookieOf(request: APIRequestContext): Promise<string> {
  const { cookies } = await request.storageState();
  return cookies
    .filter(({ name }) => name !== "notice")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const pattern = routes.map(({ path, index }) =>
  index ? { index: true as const, id: "" } : { path: path ?? "", id: path ?? "" },
);

/** Parameters that select a part of a list, or what is unfolded of a page (`step`), not a page. */
const places = [
  ...["after", "before", "cursor", "page", "q", "from", "to", "by", "month", "search", "t", "next", "area"],
  ...["subject", "for", "columns", "sort", "category", "status", "step"],
];

/** The kind of page at an address: its route, without the name of a thing, numbers and list positions. */
export function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://shop");
  const route = matchRoutes(pattern, pathname)?.at(-1)?.route.id ?? pathname;
  const parts = [...searchParams]
    .filter(([name]) => !places.includes(name))
    .map(([name, value]) => (/^\d+$/.test(value) ? `${name}=1` : `${name}=${value}`));
  // A page of fixed text is its own kind; so is one that is not there.
  const isOwn = route.endsWith(":page") || pathname.includes("no-such");
  return [isOwn ? pathname : route, ...parts.sort()].join(" ");
}

/** What only the settings that a shop begins with say. Examples of customers live in Ludlow, too. */
const SHIPPED = /oxbow|shropshire|01584 000 000|2 working days|kerb|by pallet|by post: ask|collection costs/i;

/** What the shop sends apart from pages. */
const files = [
  "/robots.txt",
  "/sitemap.xml",
  "/blog/rss.xml",
  "/newsletter/issues/rss.xml",
  "/api/openapi.json",
  "/logo.svg",
  "/favicon.svg",
  ...resources.map(({ path }) => path),
];

/**
 * Reads everything that a visitor may get from a shop whose owner has changed name, address, ways to reach it and
 * promises, and expects none of the words that it began with.
 */
export async function expectNoShippedTexts(request: APIRequestContext): Promise<void> {
  const known = [...routeAddresses, ...files];
  const seen = new Set<string>();
  const found: string[] = [];
  for (let next = known; next.length > 0; ) {
    const linked: string[] = [];
    for (const address of next) {
      if (seen.has(address)) continue;
      seen.add(address);
      const answer = await request.get(address);
      const text = (await answer.body()).toString("latin1");
      const word = SHIPPED.exec(text);
      if (word) found.push(`${address}: …${text.slice(Math.max(0, word.index - 60), word.index + 60)}…`);
      // The maps for search engines lead to products, articles and newsletters.
      for (const [, loc = ""] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) {
        const { pathname, search } = new URL(loc);
        linked.push(pathname + search);
      }
    }
    next = linked;
  }
  expect(seen.size).toBeGreaterThan(known.length);
  expect(found).toEqual([]);
}
