import type { RequestListener } from "node:http";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";

interface PolicyOptions {
  nonce: string;
  path: string;
  /** The hosts of real payments, not of the sandbox. */
  providers: readonly ProviderId[];
  development: boolean;
}

/** sonner 2.0.8 puts its style sheet into the page: first empty, then filled. */
const SONNER_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/**
 * The Content-Security-Policy of a page: our own scripts only. The providers' hosts join on /checkout and only where
 * real payments are on; links to /checkout therefore load a new document. Pictures may come from other sites, since a
 * product's picture may be any https address.
 */
export function contentSecurityPolicy({ nonce, path, providers, development }: PolicyOptions): string {
  const isCheckout = path.replace(/\/$/, "") === "/checkout";
  const allowed = isCheckout ? providers.map((provider) => profileOf(provider).policy) : [];
  const directives: Record<string, (string | false)[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, ...allowed.map(({ script }) => script)],
    "style-src": ["'self'", development && "'unsafe-inline'"],
    "style-src-elem": [
      "'self'",
      development ? "'unsafe-inline'" : SONNER_STYLES,
      allowed.some(({ stylesByNonce }) => stylesByNonce) && `'nonce-${nonce}'`,
    ],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", development && "ws:", ...allowed.map(({ connect }) => connect)],
    "frame-src": [allowed.length === 0 && "'self'", ...allowed.map(({ frame }) => frame)],
    "form-action": ["'self'", ...allowed.map(({ form }) => form)],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.filter(Boolean).join(" ")}`)
    .join("; ");
}

const HEADERS = {
  // For what is not a page; a page's own policy replaces it.
  "Content-Security-Policy": "base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), browsing-topics=(), display-capture=(), usb=(), serial=(), hid=(), midi=()",
};

/** A year, the minimum of ASVS 5.0 3.4.1; not preloaded, since an owner could hardly undo that. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";

/** Other sites may embed pictures (our mails, feeds and previews); only our own pages read the rest. */
const SHOWN_ELSEWHERE = /^\/(pictures|media|favicon)/;
/** PayPal's window talks to the page that opened it. */
const OPENS_PROVIDERS = /^\/checkout(\/|\.data|\?|$)/;

/**
 * What a page's JavaScript requests (Remix, "Single Fetch"): as personal as the page, and without a policy of its
 * own.
 */
const PAGE_DATA = /^[^?]*\.data(\?|$)/;

/** The headers that are the same for every response; a page has its own Content-Security-Policy. */
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

/** Whether the public address uses TLS. */
export function isServedByTls(publicUrl: string | undefined = process.env.PUBLIC_URL): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/**
 * The name of a cookie. With TLS its prefix makes browsers refuse one that was set without TLS or by another host of
 * the same domain, so that nobody plants a session or a cart (RFC 6265bis, "Cookie Name Prefixes").
 */
export function cookieName(name: string): string {
  return isServedByTls() ? `__Host-${name}` : name;
}
