import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { csvResponse } from "#server/core/csv.ts";
import { findCorrectionNote, findVatInvoice, pdfResponse } from "#server/orders/vat-documents.server.ts";
import { file, type PageRequest } from "#server/process/page.server.ts";
import { exportOwnCarbon, findCredential, findStatement } from "#server/statements/find-statement.server.ts";
import { statementPdfResponse } from "#server/statements/write-statement-pdf.server.ts";

/** Which order is asked for, and what shows that the asker may see it. */
async function keysOf({ context, request, params, url }: PageRequest) {
  return {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  };
}

/** The files of a customer's orders by their addresses, for those who may see the page. */
export const orderFiles = {
  "/orders/:invoiceNumber/invoice.pdf": file(async (asked) =>
    pdfResponse(asked.context, await findVatInvoice(asked.context, await keysOf(asked))),
  ),

  "/orders/:invoiceNumber/notes/:noteNumber/pdf": file(async (asked) => {
    const noteNumber = asked.params.noteNumber ?? "";
    const note = await findCorrectionNote(asked.context, { ...(await keysOf(asked)), noteNumber });
    return pdfResponse(asked.context, note);
  }),

  "/orders/:invoiceNumber/statement.pdf": file(async (asked) =>
    statementPdfResponse(asked.context, await findStatement(asked.context, await keysOf(asked))),
  ),

  /** The credential as it was signed. */
  "/orders/:invoiceNumber/statement.json": file(async (asked) => {
    const { invoiceNumber, credential } = await findCredential(asked.context, await keysOf(asked));
    return new Response(credential, {
      headers: {
        "Content-Type": "application/vc",
        "Content-Disposition": `attachment; filename="carbon-statement-${invoiceNumber}.json"`,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  }),

  /** `?year=2026`: what one's own orders store, line by line; of all years without one. */
  "/account/carbon.csv": file(async ({ context, url }) => {
    const asked = url.searchParams.get("year") ?? "";
    const year = /^\d{4}$/.test(asked) ? Number(asked) : undefined;
    return csvResponse(`carbon-${year ?? "all"}.csv`, await exportOwnCarbon(context, year));
  }),
};
