import { defineEntity, p } from "@mikro-orm/core";
import { articleStatuses } from "#server/content/content-views.ts";

/** An article of the blog. */
export const BlogPostSchema = defineEntity({
  name: "BlogPost",
  tableName: "blog_post",
  indexes: [
    {
      name: "blog_post_published_index",
      expression:
        "create index blog_post_published_index on blog_post (published_at desc, id desc) where status = 'published'",
    },
    {
      name: "blog_post_search_index",
      expression:
        "create index blog_post_search_index on blog_post using gin (lower(title || ' ' || excerpt) gin_trgm_ops)",
    },
  ],
  checks: [
    { name: "blog_post_published_has_date", expression: "status = 'draft' or published_at is not null" },
  ],
  properties: {
    id: p.integer().primary(),
    slug: p.string().length(200).unique("blog_post_slug_unique"),
    title: p.string().length(200),
    excerpt: p.string().length(500),
    /** Markdown; what a reader gets is made by server/content/render-markdown.server.ts. */
    body: p.text(),
    imageUrl: p.string().length(500),
    imageAlt: p.string().length(300),
    status: p.enum(articleStatuses).default("draft"),
    /** When it was first published; kept while it is a draft again. */
    publishedAt: p.datetime().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class BlogPost extends BlogPostSchema.class {}
BlogPostSchema.setClass(BlogPost);
