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
