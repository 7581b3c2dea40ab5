import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VatDocumentSheet } from "#app/components/orders/vat-document.tsx";
import { findVatInvoice, writeVatDocumentPdf } from "#server/orders/vat-documents.server.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

it("an invoice names the delivery option that was paid, as page and as PDF", async () => {
  const context = await payingContext();
  const product = await makeProduct(context, { name: "Orchard Biochar", price: 1050 });
  const { invoiceNumber, cartId } = await buyByCard(context, [{ product, quantity: 1 }]);
  const delivery = { id: "express", label: "Express delivery", price: 1099 };
  const textsOf = async () => {
    const invoice = await findVatInvoice(context, { invoiceNumber, cartId, token: null });
    const page = renderToStaticMarkup(createElement(VatDocumentSheet, { written: invoice }));
    return [page, pdfLines(await writeVatDocumentPdf(invoice)).join(" ")];
  };
  for (const text of await textsOf()) expect(text).not.toContain("Express delivery");
  await context.em
    .fork()
    .execute("update customer_order set delivery = ?::jsonb where invoice_number = ?", [
      JSON.stringify(delivery),
      invoiceNumber,
    ]);
  for (const text of await textsOf()) expect(text).toContain("Express delivery");
});
