import { expect, it } from "vitest";
import { z } from "zod";
import { blogPostSchema } from "#server/api/rest-shapes.ts";
import { saveArticle } from "#server/content/save-content.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";

const list = z.array(blogPostSchema);

it("GET /api/blog-posts gives the published articles, newest first, and no draft, with the fields scripts know", async () => {
  const context = await testContext({ actor: { kind: "system" } });
  const article = {
    title: "From a script",
    excerpt: "Made for a test.",
    body: "Text.",
    imageUrl: "/pictures/blog-1.jpg",
    imageAlt: "Illustration: a trowel",
  };
  const { id } = await saveArticle(context, { ...article, status: "published" });
  await saveArticle(context, { ...article, title: "Hidden", status: "draft" });
  const { body, headers } = await callRest("GET", "/api/blog-posts?limit=5");
  const posts = list.parse(body);
  expect(posts[0]).toEqual({
    id,
    title: "From a script",
    excerpt: "Made for a test.",
    imageUrl: "/pictures/blog-1.jpg",
    publishedAt: "2026-03-02T12:00:00.000Z",
    slug: "from-a-script",
  });
  expect(posts).toHaveLength(5);
  expect(headers.get("link")).toBe(`</api/blog-posts?limit=5&cursor=${posts[4]?.id}>; rel="next"`);
  const all = list.parse((await callRest("GET", "/api/blog-posts")).body);
  expect(all.map(({ title }) => title)).not.toContain("Hidden");
  expect(all.length).toBeGreaterThanOrEqual(10);
});
