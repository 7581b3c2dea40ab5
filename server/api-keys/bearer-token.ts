/** What follows `Bearer` in an Authorization header (RFC 6750); null without one. Other schemes are not ours. */
export function bearerTokenIn(authorization: string | null): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? "");
  return found && (found[1] ?? "");
}
