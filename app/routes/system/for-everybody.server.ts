/** JSON that verifiers read, also those that run in a browser on another site; it tells nothing of anybody. */
export function forEverybody(body: unknown, contentType: string): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=60",
      "Access-Control-Allow-Origin": "*",
      "X-Robots-Tag": "noindex",
    },
  });
}
