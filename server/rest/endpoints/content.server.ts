import { z } from "zod";
import { walkArticles } from "#server/content/list-articles.server.ts";
import { madeOfContent } from "#server/http/cache/cacheable-address.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { pageOf, pagingFields } from "#server/rest/paging.ts";
import { blogPostSchema, restBlogPost } from "#server/rest/rest-shapes.ts";

export const getBlogPosts = defineEndpoint({
  method: "GET",
  path: "/api/blog-posts",
  summary: "The published articles, newest first",
  permission: "public",
  example: { query: { limit: 10 } },
  query: z.strictObject(pagingFields),
  caching: "public",
  madeOf: madeOfContent,
  responses: { 200: { description: "Up to `limit` articles", schema: z.array(blogPostSchema) } },
  answer: async ({ context, request, query: { limit, cursor } }) => {
    const found = await walkArticles(context, { limit: limit + 1, afterId: cursor });
    const { rows, headers } = pageOf(request, found, limit);
    return reply(200, rows.map(restBlogPost), headers);
  },
});
