import type { RequestListener } from "node:http";

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
};

/** The headers that are the same for every answer; the Content-Security-Policy is the page renderer's. */
export function withSecurityHeaders(next: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    next(request, response);
  };
}
