import type { IncomingMessage, RequestListener } from "node:http";
import { isIP } from "node:net";
import { forwardedHosts, isFromThisMachine, isLoopbackHost } from "./own-host.ts";

/** Who the server believes the client is; what a client itself sends under these names is overwritten. */
const CLIENT_ADDRESS = "x-client-address";
const FROM_THIS_MACHINE = "x-from-this-machine";
const FROM_ELSEWHERE = "x-from-elsewhere";

const FORWARDED = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "forwarded",
];

/**
 * Whether a tunnel, a proxy that nobody declared, or a name that is not this machine's leads here. A declared proxy on
 * one's own machine adds its headers to everything: there only names tell.
 */
function isFromElsewhere(request: IncomingMessage, trustProxy: boolean): boolean {
  if (!trustProxy) return !isFromThisMachine(request);
  return ![request.headers.host, ...forwardedHosts(request)].every(isLoopbackHost);
}

/**
 * Puts the client's network address into a request header: that of the socket, or, behind a proxy that is
 * declared trusted, the one which that proxy added (the last in the list: all before it is hearsay). Another says
 * whether this machine itself asks, and a third whether a trial of the shop is looked at from elsewhere.
 */
export function withClientAddress(next: RequestListener, options: { trustProxy: boolean }): RequestListener {
  return (request, response) => {
    request.headers[FROM_THIS_MACHINE] = isFromThisMachine(request) ? "yes" : "no";
    request.headers[FROM_ELSEWHERE] = isFromElsewhere(request, options.trustProxy) ? "yes" : "no";
    const forwarded = options.trustProxy ? lastForwarded(request.headers["x-forwarded-for"]) : undefined;
    request.headers[CLIENT_ADDRESS] = forwarded ?? plainAddress(request.socket.remoteAddress ?? "");
    // Nothing further in may be led by what a stranger wrote here.
    if (!options.trustProxy) for (const name of FORWARDED) delete request.headers[name];
    next(request, response);
  };
}

function lastForwarded(header: string | string[] | undefined): string | undefined {
  const last = plainAddress(
    String(header ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "",
  );
  return isIP(last) ? last : undefined;
}

/** IPv4 the way people write it, also when the socket speaks IPv6. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
