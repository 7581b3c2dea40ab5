import { articleFeed } from "#server/content/sitemap.ts";
import { file } from "#server/http/page.server.ts";
import { listIssues } from "#server/newsletter/issues.server.ts";

const NEWEST = 20;

/** /newsletter/issues/rss.xml */
export const loader = file(async ({ context }) => {
  const issues = await listIssues(context, NEWEST);
  const { publicUrl, settings } = context;
  const items = issues.map(({ slug, subject, publishedAt }) => ({
    slug,
    title: subject,
    excerpt: "",
    publishedAt,
  }));
  const feed = {
    publicUrl,
    folder: "/newsletter/issues",
    title: `${settings.storeName}: Newsletter`,
    description: "Every newsletter that we have sent.",
  };
  return new Response(articleFeed(items, feed), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8" },
  });
});
