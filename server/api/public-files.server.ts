import { linkTypes } from "#server/batches/batch-links.ts";
import { walkArticles } from "#server/content/find-content.server.ts";
import { resourceFile } from "#server/content/resources.server.ts";
import { articleFeed, robotsText, xmlText } from "#server/content/sitemap.server.ts";
import { isReady } from "#server/doctor/health-status.server.ts";
import { documentAt } from "#server/media/media-address.ts";
import { findDocument, findMediaFile } from "#server/media/uploads.server.ts";
import { listIssues } from "#server/newsletter/issues.server.ts";
import { file } from "#server/process/page.server.ts";
import { findDidDocument, findRevocations } from "#server/statements/signing-keys.server.ts";

/** How many entries a feed has: the newest. */
const FEED_LENGTH = 20;
const PLAIN_TEXT = "text/plain; charset=utf-8";
/** Of what has a hash of its content in its address. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** The files that are for everybody by their addresses. */
export const publicFiles = {
  "/robots.txt": file(
    async ({ context }) =>
      new Response(robotsText(context.publicUrl), {
        headers: { "Content-Type": PLAIN_TEXT, "Cache-Control": "public, max-age=3600" },
      }),
  ),

  "/blog/rss.xml": file(async ({ context }) => {
    const { publicUrl, settings } = context;
    return feed(
      articleFeed(await walkArticles(context, { limit: FEED_LENGTH }), {
        publicUrl,
        folder: "/blog",
        title: `${settings.storeName}: Articles`,
        description: "Notes on making and using biochar.",
      }),
    );
  }),

  "/newsletter/issues/rss.xml": file(async ({ context }) => {
    const { publicUrl, settings } = context;
    const issues = await listIssues(context, FEED_LENGTH);
    return feed(
      articleFeed(
        issues.map(({ slug, subject, publishedAt }) => ({ slug, title: subject, excerpt: "", publishedAt })),
        {
          publicUrl,
          folder: "/newsletter/issues",
          title: `${settings.storeName}: Newsletter`,
          description: "Every newsletter that we have sent.",
        },
      ),
    );
  }),

  /** One of the five papers. */
  "/resources/:file": file(async ({ context, params }) => {
    const name = params.file ?? "";
    return new Response(await resourceFile(name, context.settings.storeName), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="${name}"`,
        "Cache-Control": "public, max-age=3600",
      },
    });
  }),

  /** Uploaded pictures. */
  "/media/:file": file(async ({ context, url }) => {
    const content = await findMediaFile(context, url.pathname);
    if (!content) return nothing("There is no such picture.");
    return new Response(new Uint8Array(content), {
      headers: {
        "Content-Type": "image/webp",
        "Content-Length": String(content.byteLength),
        "Cache-Control": FOR_EVER,
        "Content-Security-Policy": "default-src 'none'",
      },
    });
  }),

  /** Documents of products. */
  "/documents/:hash/:name": file(async ({ context, url }) => {
    const address = documentAt(url.pathname);
    const content = address && (await findDocument(context, address.hash));
    if (!content) return nothing("There is no such document.");
    return new Response(new Uint8Array(content), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Length": String(content.byteLength),
        "Content-Disposition": `inline; filename="${address.name}.pdf"`,
        "Cache-Control": FOR_EVER,
      },
    });
  }),

  /** The content of the frame 'Our Location'. It loads the map only after "Load map" (docs/rules.md#content-5). */
  "/contact/map": file(
    async ({ context, url }) =>
      new Response(mapDocument(context.settings.storeAddress, { load: url.searchParams.has("load") }), {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy":
            "default-src 'none'; style-src 'unsafe-inline'; frame-src https://www.google.com; base-uri 'none'; frame-ancestors 'self'",
          "X-Robots-Tag": "noindex",
        },
      }),
  ),

  /** The keys with which carbon statements are signed, for anyone who verifies one. */
  "/.well-known/did.json": file(async ({ context }) =>
    forVerifiers(await findDidDocument(context), "application/json"),
  ),

  /** Which carbon statements are revoked, as a credential that verifiers understand. */
  "/statements/status/:list": file(async ({ context, params }) =>
    forVerifiers(await findRevocations(context, params.list ?? ""), "application/vc"),
  ),

  /** What the shop resolves, as GS1's resolver standard has a resolver describe itself. */
  "/.well-known/gs1resolver": file(async ({ context: { publicUrl, settings } }) =>
    forVerifiers(
      {
        name: settings.storeName,
        resolverRoot: publicUrl,
        supportedPrimaryKeys: ["01"],
        supportedLinkType: [
          {
            namespace: "https://ref.gs1.org/voc/",
            prefix: "gs1:",
            profile: "https://www.gs1.org/voc/?show=linktypes",
            supportedLinkTypes: linkTypes.map((type) => `gs1:${type}`),
          },
        ],
        linkTypeDefaultCanBeLinkset: true,
        contact: { organization: { fn: settings.storeName, "has-email": settings.storeEmail } },
      },
      "application/json",
    ),
  ),

  /** Whether this process responds at all, independent of everything else. A process that does not needs a restart. */
  "/healthz": async () => status("ok\n"),

  /** For a load balancer: 200 while this process can serve shoppers, for which it needs its database. */
  "/readyz": async () => {
    if (await isReady()) return status("ready\n");
    const busy = status("not ready\n", 503);
    busy.headers.set("Retry-After", "5");
    return busy;
  },
};

function feed(text: string): Response {
  return new Response(text, { headers: { "Content-Type": "application/rss+xml; charset=utf-8" } });
}

function nothing(message: string): Response {
  return new Response(message, {
    status: 404,
    headers: { "Content-Type": PLAIN_TEXT, "Cache-Control": "no-store" },
  });
}

/** JSON that verifiers read; it tells nothing of anybody, and pages of other sites may read it (negotiate.ts). */
function forVerifiers(body: unknown, contentType: string): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=60",
      "X-Robots-Tag": "noindex",
    },
  });
}

function status(text: string, code = 200): Response {
  return new Response(text, {
    status: code,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}

/** How close the map is shown. */
const ZOOM = 15;

/** The document in the contact page's frame: the address with a "Load map" link, or the map. */
export function mapDocument(storeAddress: string, { load }: { load: boolean }): string {
  const oneLine = storeAddress.split(/\s*\n\s*/).join(", ");
  const query = new URLSearchParams({ q: oneLine, z: String(ZOOM), output: "embed" });
  const map = `https://www.google.com/maps?${query}`;
  const body = load
    ? `<iframe title="Map" src="${xmlText(map)}" referrerpolicy="no-referrer"></iframe>`
    : `<main><h1>Our Location</h1><p>${xmlText(oneLine)}</p><p><a href="/contact/map?load">Load map</a></p>
<p class="small">The map comes from Google, which then learns your network address.</p></main>`;
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Our Location</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>
html,body{height:100%;margin:0}
body{font:16px/1.5 system-ui,sans-serif;color:#23272a;background:#f3f0e7}
main{display:grid;gap:.75rem;place-content:center;justify-items:center;height:100%;padding:1rem;text-align:center}
main,main *{box-sizing:border-box}h1,p{margin:0}h1{font:500 1.5rem/1.2 Georgia,serif}p{text-wrap:balance}.small{font-size:.875rem}
a{display:inline-block;padding:.6rem 1.5rem;border-radius:2rem;background:#3f6b2a;color:#fff;text-decoration:none}
a:focus-visible{outline:2px solid #3f6b2a;outline-offset:3px}
iframe{display:block;width:100%;height:100%;border:0}
@media (prefers-color-scheme:dark){body{color:#efece4;background:#1f2223}a{background:#98c874;color:#14200c}a:focus-visible{outline-color:#98c874}}
</style></head><body>${body}</body></html>`;
}
