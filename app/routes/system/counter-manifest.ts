import { COUNTER_ADDRESS } from "#app/routes/staff/counter-document.server.tsx";
import { file } from "#server/process/page.server.ts";

/** /counter.webmanifest: what a device installs as the counter. Browsers ask for it without a session. */
export const loader = file(async ({ context }) => {
  const manifest = {
    id: COUNTER_ADDRESS,
    name: `Counter of ${context.settings.storeName}`,
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
