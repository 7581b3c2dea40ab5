import { page } from "#server/http/page.server.ts";
import { findMediaFile } from "#server/media/store-picture.server.ts";

/** Uploaded pictures. The address contains a hash of the content, so caches may keep it for ever. */
export const loader = page(async ({ context, url }) => {
  const content = await findMediaFile(context, url.pathname);
  if (!content) {
    return new Response("There is no such picture.", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  return new Response(new Uint8Array(content), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(content.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'",
    },
  });
});
