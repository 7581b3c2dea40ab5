import type { ArticleCard } from "./content-views.ts";

/** One address for search engines; `changedAt` is an ISO date where known. */
export interface SitemapEntry {
  path: string;
  changedAt?: string | undefined;
}

/** The parts of a large sitemap (sitemaps.org/protocol.html, "Sitemap index"). */
export function sitemapIndex(parts: readonly SitemapEntry[], publicUrl: string): string {
  return listOf("sitemapindex", "sitemap", parts, publicUrl);
}

/** Pages of the site. */
export function sitemap(pages: readonly SitemapEntry[], publicUrl: string): string {
  return listOf("urlset", "url", pages, publicUrl);
}

function listOf(list: string, item: string, entries: readonly SitemapEntry[], publicUrl: string): string {
  const items = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : "";
    return `  <${item}><loc>${xmlText(publicUrl + path)}</loc>${changed}</${item}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${items.join("")}</${list}>
`;
}

/**
 * What search engines need not read: pages of visitors and staff, and responses that are not pages. Pages that say
 * `noindex` themselves stay allowed, because crawlers must be able to read that.
 */
const CLOSED = [
  "/account",
  "/admin",
  "/api/",
  "/cart",
  "/checkout",
  "/customer-dashboard",
  "/dev/",
  "/order-confirmation",
  "/orders/",
  "/paypal/",
  "/sandbox/",
  "/shop-manager",
  "/webhooks/",
];

export function robotsText(publicUrl: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** Escapes text for XML, and drops what XML does not allow: control characters, half letters and Unicode's non-characters. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}|\p{NChar}/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

interface FeedFacts {
  publicUrl: string;
  title: string;
  description: string;
  /** Where the items' pages are. */
  folder: string;
}

type FeedItem = Pick<ArticleCard, "slug" | "title" | "excerpt" | "publishedAt">;

/** The newest articles, or issues of the newsletter, as RSS 2.0. */
export function articleFeed(
  articles: readonly FeedItem[],
  { publicUrl, title, description, folder }: FeedFacts,
): string {
  const page = xmlText(publicUrl + folder);
  const items = articles.map((article) => {
    const url = xmlText(`${publicUrl}${folder}/${article.slug}`);
    return `    <item>
      <title>${xmlText(article.title)}</title>
      <link>${url}</link>
      <guid isPermaLink="true">${url}</guid>
      <pubDate>${new Date(article.publishedAt).toUTCString()}</pubDate>
      <description>${xmlText(article.excerpt)}</description>
    </item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xmlText(title)}</title>
    <link>${page}</link>
    <atom:link href="${page}/rss.xml" rel="self" type="application/rss+xml"/>
    <description>${xmlText(description)}</description>
    <language>en-GB</language>
${items.join("\n")}
  </channel>
</rss>
`;
}
