import type { IncomingMessage, RequestListener } from "node:http";
import type { ShopErrorCode } from "#server/core/errors.ts";
import { pathOf, refuseEarly } from "./refuse-early.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A name or an address, and a port: nothing that would change the path once the two are joined. */
const PLAIN_HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Refuses what neither express nor Remix can pass on in good form: methods that they do not know (405), and addresses
 * with invalid percent signs or invalid hosts (400). Everything behind it reads the address as it is here. Scripts get
 * JSON, as everywhere under /api.
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
