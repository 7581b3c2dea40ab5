import type { HeadersFunction, MetaArgs, MetaDescriptor, MetaFunction } from "@remix-run/node";
import type { RootData } from "#app/lib/root-data.ts";

/** What a page tells search engines, and anyone it is shared with, about itself. */
interface PageFacts {
  /** The shop's name follows it; a function writes the whole title itself. */
  title: string | ((storeName: string) => string);
  description?: string;
  /** The page's canonical path and query, where that is not the path alone. */
  canonical?: string;
  /** Shown when the page is shared; else the shop's own. */
  picture?: { src: string; alt: string };
  type?: "article" | "product";
  /** ISO date of an article. */
  publishedAt?: string;
  /** A visitor's own page, a staff page or a search result: not indexed and not shared. */
  noindex?: boolean;
  /** Tags that only this page has. */
  extra?: MetaDescriptor[];
}

type DataOf<Loader> = NonNullable<MetaArgs<Loader>["data"]>;

/** Only where the root route's data could not be loaded. */
export const STORE_NAME_UNKNOWN = "Oxbow Biochar";
const PREVIEW = {
  src: "/pictures/og-image.jpg",
  alt: "Illustration: dark biochar in a hand above a green field",
};

/**
 * A route's `meta`: title, description, canonical address, Open Graph and Twitter tags from one line of facts.
 * @param missing the title when the loader found nothing.
 */
export function pageMeta<Loader = unknown>(
  facts: PageFacts | ((data: DataOf<Loader>) => PageFacts),
  missing = "404 Page Not Found",
): MetaFunction<Loader> {
  return (args) => {
    const root = args.matches.find(({ id }) => id === "root")?.data as RootData | undefined;
    const place = { path: args.location.pathname, publicUrl: root?.publicUrl ?? "" };
    const storeName = root?.store.storeName ?? STORE_NAME_UNKNOWN;
    if (typeof facts !== "function") return tagsOf(facts, storeName, place);
    const loaderData = args.data as DataOf<Loader> | undefined;
    return tagsOf(loaderData ? facts(loaderData) : { title: missing, noindex: true }, storeName, place);
  };
}

function tagsOf(
  facts: PageFacts,
  storeName: string,
  { path, publicUrl }: { path: string; publicUrl: string },
): MetaDescriptor[] {
  const { title, description, noindex, extra = [] } = facts;
  const tags: MetaDescriptor[] = [
    { title: typeof title === "string" ? `${title} | ${storeName}` : title(storeName) },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
  if (noindex || !publicUrl) return [...tags, { name: "robots", content: "noindex" }, ...extra];
  const url = publicUrl + (facts.canonical ?? path.replace(/(?<=.)\/$/, ""));
  const picture = facts.picture?.src ? facts.picture : PREVIEW;
  const image = new URL(picture.src, url).href;
  return [
    ...tags,
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: storeName },
    { property: "og:locale", content: "en_GB" },
    { property: "og:type", content: facts.type ?? "website" },
    { property: "og:title", content: typeof title === "string" ? title : title(storeName) },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "og:image:alt", content: picture.alt },
    ...(facts.publishedAt ? [{ property: "article:published_time", content: facts.publishedAt }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:image", content: image },
    ...extra,
  ];
}

/**
 * For pages whose address is a key (a mailed link, a payment's return): no cache stores them, and no other site gets
 * their address.
 */
export const PRIVATE_PAGE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** `headers` of such a page. */
export const privatePageHeaders: HeadersFunction = () => PRIVATE_PAGE;
