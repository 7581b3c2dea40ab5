import type { IncomingMessage, RequestListener } from "node:http";
import type { ShopErrorCode } from "#server/core/errors.ts";
import { pathOf, refuseEarly } from "./refuse-early.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A name or an address, and a port: nothing that would move the path once the two are put together. */
const PLAIN_HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Answers what neither express nor Remix can hand on in good form: methods that they do not know (405), addresses
 * whose percent signs mean nothing, and hosts that are none (400): all behind read the address as it stands here. Scripts get JSON, as everywhere under /api.
 */
export function withReadableAddress(next: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = refusalOf(request, pathOf(request));
    if (!refusal) {
      next(request, response);
      return;
    }
    if (refusal.status === 405) response.setHeader("Allow", methods.join(", "));
    refuseEarly(request, response, refusal);
  };
}

function refusalOf(
  { method = "", headers: { host } }: IncomingMessage,
  path: string,
): { status: number; code: ShopErrorCode; message: string } | undefined {
  if (!methods.includes(method)) {
    return { status: 405, code: "method_not_allowed", message: `Nothing here answers ${method}.` };
  }
  if ((host !== undefined && !PLAIN_HOST.test(host)) || !/^[/*]/.test(path)) {
    return { status: 400, code: "bad_request", message: "This address cannot be read: it names no host." };
  }
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    return {
      status: 400,
      code: "bad_request",
      message: "This address cannot be read: a % in it stands for nothing.",
    };
  }
}
