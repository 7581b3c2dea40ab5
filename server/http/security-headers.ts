import type { RequestListener } from "node:http";
import { isServedByTls } from "./cookie-name.ts";

const HEADERS = {
  // For what is not a page; a page's own policy replaces it.
  "Content-Security-Policy": "base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), browsing-topics=(), display-capture=(), usb=(), serial=(), hid=(), midi=()",
};

/** A year, the minimum of ASVS 5.0 3.4.1; not preloaded, which an owner could hardly undo. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";

/** Other sites may embed pictures (our mails, feeds and previews); only our own pages read the rest. */
const SHOWN_ELSEWHERE = /^\/(pictures|media|favicon)/;
/** PayPal's window talks to the page that opened it. */
const OPENS_PROVIDERS = /^\/checkout(\/|\.data|\?|$)/;

/**
 * What a page's JavaScript requests (Remix, "Single Fetch"): as personal as the page, and without a rule of its own.
 */
const PAGE_DATA = /^[^?]*\.data(\?|$)/;

/** The headers that are the same for every answer; a page has a Content-Security-Policy of its own. */
export function withSecurityHeaders(next: RequestListener): RequestListener {
  return (request, response) => {
    const address = request.url ?? "/";
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.setHeader(
      "Cross-Origin-Opener-Policy",
      OPENS_PROVIDERS.test(address) ? "same-origin-allow-popups" : "same-origin",
    );
    response.setHeader(
      "Cross-Origin-Resource-Policy",
      SHOWN_ELSEWHERE.test(address) ? "cross-origin" : "same-origin",
    );
    if (PAGE_DATA.test(address)) response.setHeader("Cache-Control", "private, no-cache");
    if (isServedByTls()) response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
    next(request, response);
  };
}
