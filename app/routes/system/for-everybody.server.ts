/** JSON that verifiers read; it tells nothing of anybody, and pages of other sites may read it (negotiate.ts). */
export function forEverybody(body: unknown, contentType: string): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=60",
      "X-Robots-Tag": "noindex",
    },
  });
}
