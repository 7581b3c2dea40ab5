interface PolicyOptions {
  nonce: string;
  path: string;
  /** Real Stripe is in use, not the sandbox. */
  stripe: boolean;
  development: boolean;
}

/** sonner 2.0.8 puts its style sheet into the page itself: first empty, then filled. */
const SONNER_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/**
 * The Content-Security-Policy of a page: our own scripts only. Stripe's hosts join on /checkout and only where real
 * payments are on (docs.stripe.com/security/guide, "Content security policy"); links to /checkout therefore load
 * a new document. Pictures may come from other sites, since a product's picture may be any https address.
 */
export function contentSecurityPolicy({ nonce, path, stripe, development }: PolicyOptions): string {
  const paying = stripe && path.replace(/\/$/, "") === "/checkout";
  const directives: Record<string, (string | false)[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, paying && "https://js.stripe.com https://*.js.stripe.com"],
    "style-src": ["'self'", development && "'unsafe-inline'"],
    "style-src-elem": ["'self'", development ? "'unsafe-inline'" : SONNER_STYLES],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", development && "ws:", paying && "https://api.stripe.com"],
    "frame-src": paying
      ? ["https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com"]
      : ["'self'"],
    "form-action": ["'self'", paying && "https://checkout.stripe.com"],
    "base-uri": ["'self'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.filter(Boolean).join(" ")}`)
    .join("; ");
}
