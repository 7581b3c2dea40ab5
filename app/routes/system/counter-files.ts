import { COUNTER_ADDRESS, counterWorkerScript } from "#app/routes/staff/counter-document.server.tsx";
import { file } from "#server/process/page.server.ts";

/**
 * What the counter is kept by, for anybody: browsers ask for both without a session. /counter.webmanifest is what a device
 * installs; /counter-worker.js is its service worker, so that a new one also comes after a session's end.
 */
export const loader = file(async ({ context: { settings }, url }) => {
  if (url.pathname === "/counter-worker.js") {
    return new Response(counterWorkerScript(settings.storeName), {
      headers: {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": "no-cache",
        // What the worker itself may fetch: the files of its page.
        "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
      },
    });
  }
  const manifest = {
    id: COUNTER_ADDRESS,
    name: `Counter of ${settings.storeName}`,
    short_name: "Counter",
    start_url: COUNTER_ADDRESS,
    scope: COUNTER_ADDRESS,
    display: "standalone",
    lang: "en-GB",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    icons: [{ src: "/favicon.svg", type: "image/svg+xml", sizes: "any" }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
});
