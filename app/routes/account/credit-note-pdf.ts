import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { file } from "#server/http/page.server.ts";
import { answerPdf } from "#server/orders/answer-pdf.server.ts";
import { findCreditNote } from "#server/orders/find-credit-note.server.ts";

/** /orders/:invoiceNumber/credit-notes/:creditNoteNumber/pdf, for those who may see the page. */
export const loader = file(async ({ context, request, params, url }) => {
  const note = await findCreditNote(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    creditNoteNumber: params.creditNoteNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return answerPdf(note, "credit-note");
});
