import { robotsText } from "#server/content/sitemap.ts";
import { page } from "#server/http/page.server.ts";

/** /robots.txt */
export const loader = page(
  async ({ context }) =>
    new Response(robotsText(context.publicUrl), {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    }),
);
