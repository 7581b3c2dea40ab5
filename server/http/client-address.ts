import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from "node:http";
import { isIP } from "node:net";
import { providerIds } from "#server/payments/provider-list.ts";
import { pathOf, respondEarly } from "./respond-early.ts";

/** Health checks, which balancers make by IP address, and webhooks, which their signature proves under any name. */
const UNDER_ANY_NAME = new RegExp(`^/(healthz|readyz|webhooks/(${providerIds.join("|")}))$`);

/** The pages where people enter test cards. */
const TEST_PAYMENTS = /^\/sandbox(\/|$)/i;

export interface ShopNames {
  /** The shop's public address, if one is set. */
  publicUrl: string | undefined;
  /** Only this machine is meant to reach the shop: what is there for trying out does not respond to others. */
  isTrial: boolean;
}

/**
 * Responds 421 under a name that is neither the public address's nor this machine's own: the shop's owner did not set
 * it up. In a trial, which has no public address, any name shows pages, but nobody pays with test cards under another
 * name (docs/decisions/041-names-that-the-shop-answers-to.md).
 */
export function withKnownHost(next: RequestListener, { publicUrl, isTrial }: ShopNames): RequestListener {
  const publicHost = publicUrl === undefined ? undefined : nameIn(new URL(publicUrl).host);
  return (request, response) => {
    if (publicHost !== undefined && !UNDER_ANY_NAME.test(pathOf(request))) {
      const host = requestedHost(request);
      if (nameIn(host) !== publicHost && !isLoopbackHost(host)) {
        const message = `This shop is at ${publicUrl}. A proxy in front of it passes on the Host that was asked for.`;
        return respondEarly(request, response, { status: 421, code: "bad_request", message });
      }
    }
    if (isTrial && TEST_PAYMENTS.test(pathOf(request)) && request.headers["x-from-elsewhere"] === "yes") {
      const message =
        "Test payments are for the machine that the shop runs on. A shop that others may try has a PUBLIC_URL and PAYMENTS=sandbox.";
      return respondEarly(request, response, { status: 403, code: "forbidden", message });
    }
    next(request, response);
  };
}

/**
 * The host that the client requested; the forwarded one is present only behind a trusted proxy (client-address.ts).
 */
export function requestedHost({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  return forwardedHosts({ headers })[0] ?? headers.host;
}

/** As a chain of proxies writes them. */
function forwardedHosts({ headers }: Pick<IncomingMessage, "headers">): string[] {
  return String(headers["x-forwarded-host"] ?? "")
    .split(",")
    .map((host) => host.trim())
    .filter(Boolean);
}

/** Proxies drop the port, or write another. */
function nameIn(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

/**
 * Whether the host of an address is this machine by its own name. A name that somebody else owns may also lead to
 * 127.0.0.1, and then their page reads ours (DNS rebinding): what only this machine may see requires this too.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase() ?? "";
  return name === "localhost" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Headers that proxies, tunnels and CDNs add to what they pass on. */
const ADDED_ON_THE_WAY =
  /^(forwarded|via|cdn-loop|(x-)?(real|client|cluster-client|true-client|envoy-external)-(ip|address)|true-client-ip|fastly-client-ip|(x-)?(original|forwarded|envoy|appengine|arr|azure|amz|amzn|ms|tailscale|cf|ngrok)-.+)$/;

/**
 * Whether a program on this machine makes the request directly, under this machine's own name. A proxy or tunnel on
 * this machine may act for anybody: any sign of one means no. So does an old HTTP version, which nginx speaks to its
 * upstream, and a page under another name that sends its reader here.
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
  // A page with a policy that hides where its reader comes from.
  if (address === "null") return true;
  return URL.canParse(address) && isLoopbackHost(new URL(address).host);
}

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
