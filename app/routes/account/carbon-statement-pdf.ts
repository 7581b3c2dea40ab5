import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { file } from "#server/http/page.server.ts";
import { findStatement } from "#server/statements/find-statement.server.ts";
import { statementPdfResponse } from "#server/statements/write-statement-pdf.server.ts";

/** /orders/:invoiceNumber/statement.pdf, for those who may see the page. */
export const loader = file(async ({ context, request, params, url }) => {
  const view = await findStatement(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return statementPdfResponse(context, view);
});
