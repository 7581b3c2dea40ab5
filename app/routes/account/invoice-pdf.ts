import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { file } from "#server/http/page.server.ts";
import { findVatInvoice } from "#server/orders/invoices/find-vat-documents.server.ts";
import { pdfResponse } from "#server/orders/invoices/write-vat-document-pdf.server.ts";

/** /orders/:invoiceNumber/invoice.pdf, for those who may see the page. */
export const loader = file(async ({ context, request, params, url }) => {
  const invoice = await findVatInvoice(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return pdfResponse(context, invoice);
});
