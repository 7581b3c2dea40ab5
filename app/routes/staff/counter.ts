import { staffPage } from "#server/process/page.server.ts";
import { counterDocument } from "./counter-document.server.tsx";

/**
 * /shop-manager/counter: the order form that works without a connection. A document of its own, without Remix
 * (docs/decisions/074); anyone who may not take orders is sent to the sign-in and back.
 */
export const loader = staffPage("orders.create", async ({ context }) => {
  const { html, headers } = counterDocument(context.settings.storeName);
  return new Response(html, { headers: { ...headers, "Cache-Control": "private, no-store" } });
});
