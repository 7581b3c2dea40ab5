import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { file } from "#server/http/page.server.ts";
import { findCredential } from "#server/statements/find-statement.server.ts";

/** /orders/:invoiceNumber/statement.json: the credential as it was signed, for those who may see the page. */
export const loader = file(async ({ context, request, params, url }) => {
  const { invoiceNumber, credential } = await findCredential(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return new Response(credential, {
    headers: {
      "Content-Type": "application/vc",
      "Content-Disposition": `attachment; filename="carbon-statement-${invoiceNumber}.json"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
});
