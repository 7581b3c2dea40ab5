interface PolicyOptions {
  nonce: string;
  path: string;
  /** Real Stripe is in use, not the sandbox. */
  stripe: boolean;
  /** Real PayPal is in use, not the sandbox. */
  paypal: boolean;
  development: boolean;
}

/** sonner 2.0.8 puts its style sheet into the page itself: first empty, then filled. */
const SONNER_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/** Where Stripe's own payment page lies, unless the account has a domain of its own for it. */
export const STRIPE_PAGE = "https://checkout.stripe.com";

/** PayPal's script loads more of itself from both, and shows its buttons and cards in frames. */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

/**
 * The Content-Security-Policy of a page: our own scripts only. The providers' hosts join on /checkout and only where
 * real payments are on (docs.stripe.com/security/guide, "Content security policy"; developer.paypal.com, "JavaScript
 * SDK performance and security"); links to /checkout therefore load
 * a new document. Pictures may come from other sites, since a product's picture may be any https address.
 */
export function contentSecurityPolicy({ nonce, path, stripe, paypal, development }: PolicyOptions): string {
  const isCheckout = path.replace(/\/$/, "") === "/checkout";
  const paying = stripe && isCheckout;
  const withPayPal = paypal && isCheckout;
  const directives: Record<string, (string | false)[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      paying && "https://js.stripe.com https://*.js.stripe.com",
      withPayPal && PAYPAL,
    ],
    "style-src": ["'self'", development && "'unsafe-inline'"],
    "style-src-elem": [
      "'self'",
      development ? "'unsafe-inline'" : SONNER_STYLES,
      withPayPal && `'nonce-${nonce}'`,
    ],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", development && "ws:", paying && "https://api.stripe.com", withPayPal && PAYPAL],
    "frame-src": [
      !paying && !withPayPal && "'self'",
      paying && "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      withPayPal && PAYPAL,
    ],
    "form-action": ["'self'", paying && STRIPE_PAGE, withPayPal && "https://*.paypal.com"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.filter(Boolean).join(" ")}`)
    .join("; ");
}
