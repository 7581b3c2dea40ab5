import { contentPaths } from "#app/routes/content/text-pages.server.tsx";
import { listSitemapPart, listSitemapParts, sitemap, sitemapIndex } from "#server/content/sitemap.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { file } from "#server/process/page.server.ts";

/** The public pages with a route of their own; the others come from the database. */
const pages = [
  "/",
  "/products",
  "/qa",
  "/blog",
  "/community",
  "/contact",
  "/newsletter",
  "/newsletter/issues",
  "/batches",
  "/verify",
  "/register",
  ...contentPaths,
];

/** /sitemap.xml, the index, and /sitemap/:part */
export const loader = file(async ({ context, params: { part } }) => {
  if (part === undefined) return xml(sitemapIndex(await listSitemapParts(context), context.publicUrl));
  const entries = await listSitemapPart(context, part, { pages });
  if (!entries) throw new ShopError("not_found", "There is no such part.");
  return xml(sitemap(entries, context.publicUrl));
});

function xml(body: string): Response {
  return new Response(body, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
