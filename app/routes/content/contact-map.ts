import { mapDocument } from "#server/enquiries/map-document.ts";
import { file } from "#server/http/page.server.ts";

/**
 * /contact/map: the content of the frame 'Our Location'. It loads the map only after "Load map"
 * (docs/rules.md#content-5).
 */
export const loader = file(
  async ({ context, url }) =>
    new Response(mapDocument(context.settings.storeAddress, { load: url.searchParams.has("load") }), {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; frame-src https://www.google.com; base-uri 'none'; frame-ancestors 'self'",
        "X-Robots-Tag": "noindex",
      },
    }),
);
