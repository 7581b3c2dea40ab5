import { file } from "#server/http/page.server.ts";
import { documentAt } from "#server/media/media-address.ts";
import { findDocument } from "#server/media/store-document.server.ts";

/** Documents of products. The address contains a hash of the content, so caches may keep it for ever. */
export const loader = file(async ({ context, url }) => {
  const address = documentAt(url.pathname);
  const content = address && (await findDocument(context, address.hash));
  if (!content) {
    return new Response("There is no such document.", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  return new Response(new Uint8Array(content), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(content.byteLength),
      "Content-Disposition": `inline; filename="${address.name}.pdf"`,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
});
