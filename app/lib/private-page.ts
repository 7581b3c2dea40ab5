import type { HeadersFunction } from "@remix-run/node";

/** For pages whose address is a key (a mailed link, a payment's return): kept by no cache, told to no other site. */
export const privatePageHeaders: HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
});
