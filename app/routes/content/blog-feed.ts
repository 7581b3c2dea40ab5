import { articleFeed } from "#server/content/article-feed.ts";
import { walkArticles } from "#server/content/list-articles.server.ts";
import { file } from "#server/http/page.server.ts";

const NEWEST = 20;

/** /blog/rss.xml */
export const loader = file(async ({ context }) => {
  const articles = await walkArticles(context, { limit: NEWEST });
  const { publicUrl, settings } = context;
  return new Response(articleFeed(articles, { publicUrl, storeName: settings.storeName }), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8" },
  });
});
