import type { HeadersFunction } from "@remix-run/node";

/**
 * For pages whose address is a key (a mailed link, a payment's return): no cache stores them, and no other site gets
 * their address.
 */
export const PRIVATE_PAGE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** `headers` of such a page. */
export const privatePageHeaders: HeadersFunction = () => PRIVATE_PAGE;
