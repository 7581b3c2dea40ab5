import { describe, expect, it } from "vitest";
import { BlogPost } from "#db/entities/index.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import {
  listSitemapPart,
  listSitemapParts,
  robotsText,
  sitemap,
  sitemapIndex,
  xmlText,
} from "./sitemap.server.ts";

const context = await testContext();

describe("the sitemap", () => {
  it("names each page that is for sale, or published, once, with its last change", async () => {
    const product = await makeProduct(context);
    const archived = await makeProduct(context, { archivedAt: new Date() });
    const batch = await makeBatch(context, { product: archived });
    const parts = await listSitemapParts(context, { idsInAPart: 2 });
    const files = parts.map(({ path }) => path.replace("/sitemap/", ""));
    expect(files).toContain("articles-1.xml");
    const all = await Promise.all(
      files.map((file) => listSitemapPart(context, file, { pages: ["/", "/qa"], idsInAPart: 2 })),
    );
    expect(all.every((entries) => entries && entries.length <= 2)).toBe(true);
    const paths = all.flat().map((entry) => entry?.path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining(["/", "/qa", `/products/${product.slug}`, `/batches/${batch.code}`]),
    );
    expect(paths).not.toContain(`/products/${archived.slug}`);
    const changed = all.flat().find((entry) => entry?.path === `/products/${product.slug}`)?.changedAt;
    expect(changed).toBe(product.updatedAt.toISOString());
  });

  it("has no drafts", async () => {
    const draft = context.em.create(BlogPost, {
      slug: "not-yet",
      title: "Not yet",
      excerpt: "",
      body: "",
      imageUrl: "",
      imageAlt: "",
      status: "draft",
    });
    await context.em.persist(draft).flush();
    const entries = await listSitemapPart(context, "articles-1.xml", { pages: [] });
    expect(entries?.length).toBeGreaterThan(0);
    expect(entries?.map(({ path }) => path)).not.toContain("/blog/not-yet");
  });

  it("has no parts but its own", async () => {
    for (const file of [
      "products-0.xml",
      "products-99999.xml",
      "products-999999.xml",
      "orders-1.xml",
      "products-1",
      "../x",
    ])
      expect(await listSitemapPart(context, file, { pages: [] })).toBeUndefined();
  });

  it("is XML with full addresses", () => {
    const entries = [{ path: "/products/a&b", changedAt: "2026-11-21T10:00:00.000Z" }, { path: "/" }];
    expect(sitemap(entries, "https://shop.example")).toContain(
      "<url><loc>https://shop.example/products/a&amp;b</loc><lastmod>2026-11-21T10:00:00.000Z</lastmod></url>\n" +
        "  <url><loc>https://shop.example/</loc></url>",
    );
    expect(sitemapIndex([{ path: "/sitemap/pages.xml" }], "https://shop.example")).toContain(
      "<sitemap><loc>https://shop.example/sitemap/pages.xml</loc></sitemap>",
    );
  });
});

it("robots.txt names the sitemap and the disallowed paths", () => {
  const text = robotsText("https://shop.example");
  expect(text).toContain("Disallow: /checkout\n");
  expect(text).toContain("Sitemap: https://shop.example/sitemap.xml\n");
});

it("drops from XML what no reader of XML takes", () => {
  expect(xmlText("a\u000b\u0000\ufffe\uffff\ufdd0\u{1fffe}\ud800b\tc <&> 🌱")).toBe("ab\tc &lt;&amp;&gt; 🌱");
});
