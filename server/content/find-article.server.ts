import { BlogPost } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ArticleView } from "./article-view.ts";
import { renderMarkdown } from "./render-markdown.server.ts";

/** A published article by its address, for everybody; none for a draft. */
export async function findArticle(context: Context, slug: string): Promise<ArticleView | undefined> {
  const post = await context.em.findOne(BlogPost, { slug, status: "published" });
  if (!post?.publishedAt) return undefined;
  const { id, title, excerpt, imageUrl, imageAlt, body, publishedAt, updatedAt } = post;
  return {
    id,
    slug,
    title,
    excerpt,
    imageUrl,
    imageAlt,
    html: renderMarkdown(body),
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
