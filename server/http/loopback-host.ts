import type { IncomingMessage } from "node:http";

/**
 * Whether the host of an address is this machine by its very name. A name that somebody else owns may lead to
 * 127.0.0.1 as well, and then their page reads ours (DNS rebinding): what only this machine may see asks for this, too.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase() ?? "";
  return name === "localhost" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** What proxies, tunnels and content networks add to what they pass on. */
const ADDED_ON_THE_WAY =
  /^(forwarded|via|cdn-loop|(x-)?(real|client|cluster-client|true-client|envoy-external)-(ip|address)|true-client-ip|fastly-client-ip|(x-)?(original|forwarded|envoy|appengine|arr|azure|amz|amzn|ms|tailscale|cf|ngrok)-.+)$/;

/**
 * Whether a program on this machine asks directly and by this machine's own name. A proxy or tunnel on this machine
 * asks for anybody: whatever shows one says no, also an old HTTP version, which nginx speaks to what stands behind it,
 * and a page under another name that sends its reader here.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? "";
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === "::1";
  if (!isLoopback || httpVersion !== "1.1" || !isLoopbackHost(headers.host)) return false;
  if (Object.keys(headers).some((name) => ADDED_ON_THE_WAY.test(name))) return false;
  return [headers.origin, headers.referer].every(
    (sender) => sender === undefined || isLoopbackAddress(sender),
  );
}

function isLoopbackAddress(address: string): boolean {
  // A page that tells nobody where its reader comes from.
  if (address === "null") return true;
  return URL.canParse(address) && isLoopbackHost(new URL(address).host);
}
