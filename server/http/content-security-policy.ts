import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";

interface PolicyOptions {
  nonce: string;
  path: string;
  /** Those to which real payments go, not to the sandbox. */
  providers: readonly ProviderId[];
  development: boolean;
}

/** sonner 2.0.8 puts its style sheet into the page itself: first empty, then filled. */
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
