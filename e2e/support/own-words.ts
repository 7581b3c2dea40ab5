import { type APIRequestContext, expect } from "playwright/test";
import { resources } from "#server/content/content-views.ts";
import { routeAddresses } from "./pages.ts";

/** What only the settings that a shop begins with say. Examples of customers live in Ludlow, too. */
const SHIPPED = /oxbow|shropshire|01584 000 000|2 working days|kerb|by pallet|by post: ask|collection costs/i;

/** What the shop sends besides pages. */
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
export async function expectOwnWords(request: APIRequestContext): Promise<void> {
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
