/**
 * Whether the host of an address is this machine by its very name. A name that somebody else owns may lead to
 * 127.0.0.1 as well, and then their page reads ours (DNS rebinding): what only this machine may see asks for this, too.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase() ?? "";
  return name === "localhost" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}
