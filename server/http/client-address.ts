import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from "node:http";
import { isIP } from "node:net";
import { forwardedHosts, isFromThisMachine, isLoopbackHost } from "./known-host.ts";

/** The headers that say who the client is; the server overwrites what a client sends under these names. */
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
 * Whether the request came through a tunnel or an undeclared proxy, or under a name that is not this machine's. A
 * declared proxy on the same machine adds its headers to everything: there only names tell.
 */
function isFromElsewhere(request: IncomingMessage, trustProxy: boolean): boolean {
  if (!trustProxy) return !isFromThisMachine(request);
  return ![request.headers.host, ...forwardedHosts(request)].every(isLoopbackHost);
}

/**
 * Puts the client's network address into a request header: the socket's, or, behind a trusted proxy, the one that the
 * proxy added (the last in the list: the ones before it are unproven). A second header says whether this machine
 * itself makes the request, a third whether somebody looks at a trial of the shop from elsewhere.
 */
export function withClientAddress(next: RequestListener, options: { trustProxy: boolean }): RequestListener {
  return (request, response) => {
    request.headers[FROM_THIS_MACHINE] = isFromThisMachine(request) ? "yes" : "no";
    request.headers[FROM_ELSEWHERE] = isFromElsewhere(request, options.trustProxy) ? "yes" : "no";
    const forwarded = options.trustProxy ? lastForwarded(request.headers) : undefined;
    request.headers[CLIENT_ADDRESS] = forwarded ?? plainAddress(request.socket.remoteAddress ?? "");
    // What a client writes here must not reach anything.
    if (!options.trustProxy) for (const name of FORWARDED) delete request.headers[name];
    next(request, response);
  };
}

/** What the proxy added last: to X-Forwarded-For, or to Forwarded (RFC 7239) where it writes only that. */
function lastForwarded(headers: IncomingHttpHeaders): string | undefined {
  const written = headers["x-forwarded-for"];
  if (written !== undefined)
    return addressIn(
      String(written)
        .split(",")
        .findLast((part) => part.trim() !== "") ?? "",
    );
  const last =
    String(headers.forwarded ?? "")
      .match(/(?:"[^"]*"|[^,"])+/g)
      ?.at(-1) ?? "";
  return addressIn(/(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(last)?.[1] ?? "");
}

/** The address of "203.0.113.16:51000" or "[2001:db8::1]:4711": some proxies add the port from which the client came. */
function addressIn(text: string): string | undefined {
  const written = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, dotted] = /^(?:\[([^\]%]+)(?:%[^\]]*)?\](?::\d+)?|([\d.]+):\d+)$/.exec(written) ?? [];
  const address = plainAddress((bracketed ?? dotted ?? written).toLowerCase());
  return isIP(address) ? address : undefined;
}

/** IPv4 the way people write it, also when the socket speaks IPv6. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
