import type { HeadersFunction } from "@remix-run/node";

/**
 * For pages whose address is a key (a mailed link, a payment's return): no cache stores them, and no other site gets
 * their address.
 */
export const privatePageHeaders: HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
});
