import type { Topic } from "#server/core/topics.ts";

/**
 * What a loader declares when its response is the same for every visitor without a cookie. The response may hold no
 * personal data: the community's leaderboard, which names people, declares nothing, and a blog page that shows it has
 * another parameter.
 */
export interface CacheRule {
  /** The topics that the response depends on. */
  topics: readonly Topic[];
  /** The parameters that the address may have; with any other, the response may depend on something else. */
  parameters?: readonly string[];
  /** When one loader serves many addresses: those that may be cached, as patterns of the route table. */
  paths?: readonly string[];
}

/** A page that shows products and prices depends on these. */
export const shopTopics: readonly Topic[] = ["settings", "catalogue", "stock"];
/** A text page depends on these. */
export const contentTopics: readonly Topic[] = ["settings", "content"];

/** A route as the page cache sees it. */
export interface CacheableRoute {
  /** As the route table writes it; undefined for the root, which has no address. */
  path?: string | undefined;
  index?: boolean | undefined;
  cacheRules?: readonly CacheRule[] | undefined;
}

/** The parameter by which the page's JavaScript requests a page's data (Remix, "Single Fetch"). */
const DATA_PARAMETER = "_routes";

/** The topics that the response at an address depends on; undefined when it may differ from one request to the next. */
export type TopicsAt = (address: string) => readonly Topic[] | undefined;

/** Reads the rules once. A literal address in the table never matches a pattern with a parameter. */
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
    // At the first question mark: what follows a second one is part of the query as well.
    const queryStart = address.indexOf("?");
    const [path, query] =
      queryStart < 0 ? [address, ""] : [address.slice(0, queryStart), address.slice(queryStart + 1)];
    const isData = path.endsWith(".data");
    const rule = ruleOf(path === "/_root.data" ? "/" : path.replace(/\.data$/, ""));
    if (!rule || query === "") return rule?.topics;
    const { topics, parameters = [] } = rule;
    const isKnown = (name: string) => parameters.includes(name) || (isData && name === DATA_PARAMETER);
    return [...new URLSearchParams(query).keys()].every(isKnown) ? topics : undefined;
  };
}

/** Only slugs, ids and the codes of batches match a parameter; the application handles anything else. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[A-Za-z0-9-]+(?:[.][A-Za-z0-9-]+)*")}$`);
}
