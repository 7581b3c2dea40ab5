import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { file } from "#server/http/page.server.ts";
import { findCorrectionNote } from "#server/orders/invoices/find-vat-documents.server.ts";
import { pdfResponse } from "#server/orders/invoices/write-vat-document-pdf.server.ts";

/** /orders/:invoiceNumber/notes/:noteNumber/pdf, for those who may see the page. */
export const loader = file(async ({ context, request, params, url }) => {
  const note = await findCorrectionNote(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    noteNumber: params.noteNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return pdfResponse(context, note);
});
