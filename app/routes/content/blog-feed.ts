import { walkArticles } from "#server/content/find-content.server.ts";
import { articleFeed } from "#server/content/sitemap.ts";
import { file } from "#server/http/page.server.ts";

const NEWEST = 20;

/** /blog/rss.xml */
export const loader = file(async ({ context }) => {
  const articles = await walkArticles(context, { limit: NEWEST });
  const { publicUrl, settings } = context;
  const feed = {
    publicUrl,
    folder: "/blog",
    title: `${settings.storeName}: Articles`,
    description: "Notes on making and using biochar.",
  };
  return new Response(articleFeed(articles, feed), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8" },
  });
});
