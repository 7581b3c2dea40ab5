import type { Topic } from "#server/core/freshness.ts";

const shop: readonly Topic[] = ["settings", "catalogue", "stock"];
const articles: readonly Topic[] = ["settings", "content"];

/** What pages say by themselves. The contact and newsletter pages are not here: they answer forms. */
const texts =
  "about|manufacturing|manufacturing/[a-z0-9-]+|applications|science|privacy|terms|cookies|returns|accessibility";

/** The addresses whose answer is the same for every visitor without a cookie, and what each is made of. */
const addresses: readonly [RegExp, readonly Topic[]][] = [
  [/^\/$/, shop],
  [/^\/products(\/[a-z0-9-]+)?$/, shop],
  [/^\/api\/products(\/[a-z0-9-]+)?$/, shop],
  [/^\/(qa|blog(\/[a-z0-9-]+)?)$/, articles],
  [/^\/api\/blog-posts$/, articles],
  [new RegExp(`^/(${texts})$`), articles],
];

/** The topics that the answer at a path is made of; undefined when it may differ from one request to the next. */
export function topicsAt(path: string): readonly Topic[] | undefined {
  // What the page's JavaScript asks for is the same data (Remix, "Single Fetch").
  const page = path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
  return addresses.find(([address]) => address.test(page))?.[1];
}
