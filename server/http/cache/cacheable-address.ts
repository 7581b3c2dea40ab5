import type { Topic } from "#server/core/cache-versions.ts";

const shop: readonly Topic[] = ["settings", "catalogue", "stock"];
const articles: readonly Topic[] = ["settings", "content"];

/** What pages say by themselves. The contact and newsletter pages are not here: they answer forms. */
const texts =
  "about|manufacturing|manufacturing/[a-z0-9-]+|applications|science|resources|delivery|returns|terms|privacy|cookies|accessibility";

interface Addresses {
  path: RegExp;
  /** What the answer is made of. */
  topics: readonly Topic[];
  /** The parameters that it may have; with any other the answer may be made of something else. */
  parameters: readonly string[];
}

/**
 * The addresses whose answer is the same for every visitor without a cookie. Nothing here tells of a person: the
 * community's board, which names some, is made for each visit, and so is a page of the blog that shows it.
 */
const addresses: readonly Addresses[] = [
  { path: /^\/$/, topics: shop, parameters: [] },
  { path: /^\/products$/, topics: shop, parameters: ["search", "category", "sort", "page"] },
  { path: /^\/products\/[a-z0-9-]+$/, topics: shop, parameters: [] },
  {
    path: /^\/api\/products$/,
    topics: shop,
    parameters: ["search", "category", "sort", "limit", "cursor"],
  },
  { path: /^\/api\/products\/[a-z0-9-]+$/, topics: shop, parameters: [] },
  { path: /^\/(qa|blog\/[a-z0-9-]+)$/, topics: articles, parameters: [] },
  { path: /^\/blog$/, topics: articles, parameters: ["search", "shown"] },
  { path: /^\/api\/blog-posts$/, topics: articles, parameters: ["limit", "cursor"] },
  { path: new RegExp(`^/(${texts})$`), topics: articles, parameters: [] },
];

/** What the page's JavaScript names when it asks for a page's data (Remix, "Single Fetch"). */
const DATA_PARAMETER = "_routes";

/** The topics that the answer at an address is made of; undefined when it may differ from one request to the next. */
export function topicsAt(address: string): readonly Topic[] | undefined {
  // At the first question mark: what comes after a second one is part of the query as well.
  const mark = address.indexOf("?");
  const [path, query] = mark < 0 ? [address, ""] : [address.slice(0, mark), address.slice(mark + 1)];
  const isData = path.endsWith(".data");
  const page = path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
  const found = addresses.find((one) => one.path.test(page));
  if (!found || query === "") return found?.topics;
  const named = [...new URLSearchParams(query).keys()];
  const isKnown = (name: string) => found.parameters.includes(name) || (isData && name === DATA_PARAMETER);
  return named.every(isKnown) ? found.topics : undefined;
}

/** Whether a page stands there, and not the data of one or an answer of the REST facade. */
export function isPageAddress(address: string): boolean {
  return !/^\/api\/|^[^?]*\.data(\?|$)/.test(address);
}
