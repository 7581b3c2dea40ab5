/** The shop as a relying party: a host name, and the one origin whose pages may use its passkeys. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party for an address of the shop; null where browsers allow none: under an IP address, and without TLS
 * under any name but localhost (W3C Web Authentication, 5.1.3). The public address decides. A shop on this machine
 * alone has the public address 127.0.0.1, and offers passkeys when opened as localhost.
 */
export function relyingPartyOf(publicUrl: string, url: URL): RelyingParty | null {
  const own = new URL(publicUrl);
  if (isOfThisMachine(own.hostname)) {
    return url.hostname === "localhost" ? { id: "localhost", origin: url.origin } : null;
  }
  const isName = !/^[\d.]+$|^\[/.test(own.hostname);
  return isName && own.protocol === "https:" ? { id: own.hostname, origin: own.origin } : null;
}

/**
 * The address at which passkeys work, for a local shop that was opened by IP address; null when no other address would
 * help.
 */
export function addressForPasskeys(publicUrl: string, url: URL): string | null {
  if (!isOfThisMachine(new URL(publicUrl).hostname) || url.hostname === "localhost") return null;
  const named = new URL(url);
  named.hostname = "localhost";
  return named.href;
}

function isOfThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
