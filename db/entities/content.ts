import { defineEntity, p } from "@mikro-orm/core";
import { articleStatuses, faqCategories } from "#server/content/content-views.ts";
import { updatedAt } from "./columns.ts";

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
    /** Markdown; what a reader gets is made by server/content/prose.server.ts. */
    body: p.text(),
    imageUrl: p.string().length(500),
    imageAlt: p.string().length(300),
    status: p.enum(articleStatuses).default("draft"),
    /** When it was first published; kept while it is a draft again. */
    publishedAt: p.datetime().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class BlogPost extends BlogPostSchema.class {}
BlogPostSchema.setClass(BlogPost);

/** A question with its answer on the Q&A page. */
export const FaqEntrySchema = defineEntity({
  name: "FaqEntry",
  tableName: "faq_entry",
  indexes: [{ name: "faq_entry_order_index", properties: ["category", "position", "id"] }],
  properties: {
    id: p.integer().primary(),
    category: p.enum(faqCategories),
    question: p.string().length(300),
    /** Markdown. */
    answer: p.text(),
    /** Its place in the category; ties by id. */
    position: p.integer().default(0),
    published: p.boolean().default(false),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class FaqEntry extends FaqEntrySchema.class {}
FaqEntrySchema.setClass(FaqEntry);

/**
 * One size of an uploaded picture, as WebP. Kept in the database so that every instance serves it and one backup holds
 * it (docs/rules.md#catalogue-7); never changed, since its address names its content.
 */
export const MediaFileSchema = defineEntity({
  name: "MediaFile",
  tableName: "media_file",
  properties: {
    /** SHA-256 of the bytes that were uploaded, in hexadecimal. */
    hash: p.string().length(64).primary(),
    /** In pixels; the widest of a picture is the picture itself. */
    width: p.integer().primary(),
    height: p.integer(),
    content: p.blob().hidden().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class MediaFile extends MediaFileSchema.class {}
MediaFileSchema.setClass(MediaFile);

/**
 * An uploaded PDF, as it came. Kept in the database as pictures are; never changed, since its address names its
 * content.
 */
export const MediaDocumentSchema = defineEntity({
  name: "MediaDocument",
  tableName: "media_document",
  properties: {
    /** SHA-256 of its bytes, in hexadecimal. */
    hash: p.string().length(64).primary(),
    content: p.blob().hidden().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class MediaDocument extends MediaDocumentSchema.class {}
MediaDocumentSchema.setClass(MediaDocument);
