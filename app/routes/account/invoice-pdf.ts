import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { page } from "#server/http/page.server.ts";
import { findVatInvoice } from "#server/orders/find-vat-invoice.server.ts";
import { writeVatInvoicePdf } from "#server/orders/write-vat-invoice-pdf.server.ts";

/** /orders/:invoiceNumber/invoice.pdf, for those who may see the page. */
export const loader = page(async ({ context, request, params, url }) => {
  const invoice = await findVatInvoice(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  });
  return new Response(await writeVatInvoicePdf(invoice), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="invoice-${invoice.number}.pdf"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
});
