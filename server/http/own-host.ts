import type { IncomingMessage, RequestListener } from "node:http";
import { providerIds } from "#server/payments/provider-list.ts";
import { pathOf, refuseEarly } from "./refuse-early.ts";

/** What balancers probe by number, and what is proven by its signature, wherever its sender was told to find it. */
const UNDER_ANY_NAME = new RegExp(`^/(healthz|readyz|webhooks/(${providerIds.join("|")}))$`);

/** Test cards are typed in here. */
const TEST_PAYMENTS = /^\/sandbox(\/|$)/i;

export interface ShopNames {
  /** Where shoppers come, if anybody said so. */
  publicUrl: string | undefined;
  /** Nobody but this machine is meant to come: what is there to be tried out answers to nobody else. */
  isTrial: boolean;
}

/**
 * Answers 421 under a name that is neither the public address's nor this machine's own: whatever leads here by it was
 * not set up by the shop's owner. In a trial, which has no public address, pages are shown under any name, but nobody
 * pays there with test cards (docs/decisions/041-names-that-the-shop-answers-to.md).
 */
export function withOwnHost(next: RequestListener, { publicUrl, isTrial }: ShopNames): RequestListener {
  const own = publicUrl === undefined ? undefined : nameIn(new URL(publicUrl).host);
  return (request, response) => {
    if (own !== undefined && !UNDER_ANY_NAME.test(pathOf(request))) {
      const host = askedHost(request);
      if (nameIn(host) !== own && !isLoopbackHost(host)) {
        const message = `This shop is at ${publicUrl}. A proxy in front of it passes on the Host that was asked for.`;
        return refuseEarly(request, response, { status: 421, code: "bad_request", message });
      }
    }
    if (isTrial && TEST_PAYMENTS.test(pathOf(request)) && request.headers["x-from-elsewhere"] === "yes") {
      const message =
        "Test payments are for the machine that the shop runs on. A shop that others may try has a PUBLIC_URL and PAYMENTS=sandbox.";
      return refuseEarly(request, response, { status: 403, code: "forbidden", message });
    }
    next(request, response);
  };
}

/** The host that the client asked for; the forwarded one is there only behind a trusted proxy (client-address.ts). */
export function askedHost({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  return forwardedHosts({ headers })[0] ?? headers.host;
}

/** As proxies one behind the other wrote them. */
export function forwardedHosts({ headers }: Pick<IncomingMessage, "headers">): string[] {
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
