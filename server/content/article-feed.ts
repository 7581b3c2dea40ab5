import type { ArticleCard } from "./content-views.ts";
import { xmlText } from "./sitemap.ts";

interface FeedFacts {
  publicUrl: string;
  storeName: string;
}

/** The newest articles as RSS 2.0. */
export function articleFeed(articles: readonly ArticleCard[], { publicUrl, storeName }: FeedFacts): string {
  const items = articles.map((article) => {
    const url = xmlText(`${publicUrl}/blog/${article.slug}`);
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
    <title>${xmlText(storeName)}: Articles</title>
    <link>${xmlText(publicUrl)}/blog</link>
    <atom:link href="${xmlText(publicUrl)}/blog/rss.xml" rel="self" type="application/rss+xml"/>
    <description>Notes on making and using biochar.</description>
    <language>en-GB</language>
${items.join("\n")}
  </channel>
</rss>
`;
}
