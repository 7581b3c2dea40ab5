import type { Topic } from "#server/core/cache-versions.ts";

/**
 * What a loader declares whose answer is the same for every visitor without a cookie. Nothing of a person may be in it:
 * the community's board, which names some, declares nothing, and a page of the blog that shows it has another parameter.
 */
export interface CacheRule {
  /** What the answer is made of. */
  madeOf: readonly Topic[];
  /** The parameters that it may have; with any other the answer may be made of something else. */
  parameters?: readonly string[];
  /** Where one loader answers many addresses: those of which this is true, as patterns of the route table. */
  paths?: readonly string[];
}

/** A page that shows products and prices is made of these. */
export const madeOfShop: readonly Topic[] = ["settings", "catalogue", "stock"];
/** A page of words is made of these. */
export const madeOfContent: readonly Topic[] = ["settings", "content"];

/** A route as the page cache sees it. */
export interface CacheableRoute {
  /** As the route table writes it; undefined of the root, which answers no address. */
  path?: string | undefined;
  index?: boolean | undefined;
  cacheRules?: readonly CacheRule[] | undefined;
}

/** What the page's JavaScript names when it asks for a page's data (Remix, "Single Fetch"). */
const DATA_PARAMETER = "_routes";

/** The topics that the answer at an address is made of; undefined when it may differ from one request to the next. */
export type TopicsAt = (address: string) => readonly Topic[] | undefined;

/** Reads the rules once. An address that the table names as a whole is never taken for one with a parameter. */
export function cacheableAddresses(routes: readonly CacheableRoute[]): TopicsAt {
  const fixed = new Map<string, CacheRule | undefined>();
  const patterns: { pattern: RegExp; rule: CacheRule }[] = [];
  for (const { path, index, cacheRules = [] } of routes) {
    const own = index ? "/" : path && `/${path}`;
    if (own && !fixed.has(own)) fixed.set(own, undefined);
    for (const rule of cacheRules) {
      for (const each of rule.paths ?? (own ? [own] : [])) {
        if (each.includes(":")) patterns.push({ pattern: patternOf(each), rule });
        else fixed.set(each, rule);
      }
    }
  }
  const ruleOf = (path: string) =>
    fixed.has(path) ? fixed.get(path) : patterns.find(({ pattern }) => pattern.test(path))?.rule;
  return (address) => {
    // At the first question mark: what comes after a second one is part of the query as well.
    const queryStart = address.indexOf("?");
    const [path, query] =
      queryStart < 0 ? [address, ""] : [address.slice(0, queryStart), address.slice(queryStart + 1)];
    const isData = path.endsWith(".data");
    const rule = ruleOf(path === "/_root.data" ? "/" : path.replace(/\.data$/, ""));
    if (!rule || query === "") return rule?.madeOf;
    const { madeOf, parameters = [] } = rule;
    const isKnown = (name: string) => parameters.includes(name) || (isData && name === DATA_PARAMETER);
    return [...new URLSearchParams(query).keys()].every(isKnown) ? madeOf : undefined;
  };
}

/** Slugs and ids alone stand for a parameter: whatever else is written there, the application answers it. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[a-z0-9-]+")}$`);
}

/** Whether a page stands there, and not the data of one or an answer of the REST facade. */
export function isPageAddress(address: string): boolean {
  return !/^\/api\/|^[^?]*\.data(\?|$)/.test(address);
}
