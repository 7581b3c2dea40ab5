/** How close the map is shown. */
const ZOOM = 15;

/** The document in the contact page's frame: the address with a "Load map" link, or the map. */
export function mapDocument(storeAddress: string, { load }: { load: boolean }): string {
  const oneLine = storeAddress.split(/\s*\n\s*/).join(", ");
  const query = new URLSearchParams({ q: oneLine, z: String(ZOOM), output: "embed" });
  const map = `https://www.google.com/maps?${query}`;
  const body = load
    ? `<iframe title="Map" src="${escaped(map)}" referrerpolicy="no-referrer"></iframe>`
    : `<main><h1>Our Location</h1><p>${escaped(oneLine)}</p><p><a href="/contact/map?load">Load map</a></p>
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

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
