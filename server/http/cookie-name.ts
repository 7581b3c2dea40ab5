/** Whether browsers reach the shop by TLS, as its public address says. */
export function isServedByTls(publicUrl: string | undefined = process.env.PUBLIC_URL): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/**
 * What a cookie is called. With TLS its prefix makes the browser refuse one that came without TLS or from another
 * host of the same domain, so that nobody plants a session or a cart (RFC 6265bis, "Cookie Name Prefixes"). Only a
 * cookie for every path can be bound to its host.
 */
export function cookieName(name: string, path = "/"): string {
  if (!isServedByTls()) return name;
  return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}
