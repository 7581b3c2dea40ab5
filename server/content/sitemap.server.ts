import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { condition, isoTime, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import type { ArticleCard } from "./find-content.server.ts";

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

/** Most addresses in a part. The protocol allows 50,000 and 50 MB. */
const IDS_IN_A_PART = 10_000;

/** The tables with a page for each row. A part covers a range of ids, so that reading it needs no counting. */
const kinds = {
  products: { table: "product", folder: "/products/", name: "slug", shown: "archived_at is null" },
  issues: {
    table: "newsletter_issue",
    folder: "/newsletter/issues/",
    name: "slug",
    shown: "started_at is not null",
  },
  articles: { table: "blog_post", folder: "/blog/", name: "slug", shown: "status = 'published'" },
  batches: { table: "batch", folder: "/batches/", name: "code", shown: "true" },
} as const;

type Kind = keyof typeof kinds;

interface SitemapOptions {
  /** The pages that are not rows, by path. */
  pages: readonly string[];
  idsInAPart?: number;
}

const partSchema = z.object({ part: z.number(), changedAt: z.coerce.date() });

/** The parts of the sitemap with the last change in each. */
export async function listSitemapParts(
  context: Context,
  { idsInAPart = IDS_IN_A_PART }: Pick<SitemapOptions, "idsInAPart"> = {},
): Promise<SitemapEntry[]> {
  const parts: SitemapEntry[] = [{ path: "/sitemap/pages.xml" }];
  for (const [kind, { table, shown }] of Object.entries(kinds)) {
    const rows = await rawRows(
      context.em,
      partSchema,
      `select (id - 1) / ? + 1 as part, max(updated_at) as "changedAt" from ${table} where ${shown}
       group by 1 order by 1`,
      [idsInAPart],
    );
    parts.push(
      ...rows.map(({ part, changedAt }) => ({
        path: `/sitemap/${kind}-${part}.xml`,
        changedAt: changedAt.toISOString(),
      })),
    );
  }
  return parts;
}

/** The pages of a part by its file name; undefined when there is no such part. */
export async function listSitemapPart(
  context: Context,
  file: string,
  { pages, idsInAPart = IDS_IN_A_PART }: SitemapOptions,
): Promise<SitemapEntry[] | undefined> {
  if (file === "pages.xml") return pages.map((path) => ({ path }));
  const match = /^(products|articles|issues|batches)-([1-9]\d{0,5})\.xml$/.exec(file);
  if (!match) return undefined;
  const { table, folder, name, shown } = kinds[match[1] as Kind];
  const last = Number(match[2]) * idsInAPart;
  const rows = await typedSql(context.em)
    .selectFrom(table)
    // A part whose ids nobody has does not exist; that is not an error.
    .where(condition`${sql.raw(shown)} and id > ${last - idsInAPart}::bigint and id <= ${last}::bigint`)
    .orderBy("id")
    .select(({ ref }) => [sql.ref<string>(name).as("slug"), isoTime(ref("updated_at")).as("changedAt")])
    .execute();
  if (rows.length === 0) return undefined;
  return rows.map(({ slug, changedAt }) => ({ path: folder + slug, changedAt }));
}
