import type { ArticleCard } from "./content-views.ts";
import { xmlText } from "./sitemap.ts";

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
