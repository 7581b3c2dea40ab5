import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { VatDocumentSheet } from "#app/components/orders/vat-document.tsx";
import type { Context } from "#server/core/context.ts";
import type { VatDocument } from "#server/orders/vat-document.ts";
import { findVatInvoice, writeVatDocumentPdf } from "#server/orders/vat-documents.server.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct, withSettings } from "#server/testing/factories.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

const context = await payingContext();

/** One bag at 5%, £10.50, and its delivery. */
async function buy(shop: Context) {
  const product = await makeProduct(context, { name: "Orchard Biochar", price: 1050, taxRate: 500 });
  const { invoiceNumber, cartId } = await buyByCard(shop, [{ product, quantity: 1 }]);
  return { invoiceNumber, cartId, token: null };
}

const renderedSheet = (document: VatDocument) =>
  renderToStaticMarkup(createElement(VatDocumentSheet, { written: document }));

const textOfPdf = async (document: VatDocument) => pdfLines(await writeVatDocumentPdf(document)).join(" ");

describe("an invoice", () => {
  it("shows no VAT where real money moves and the shop has no VAT number, and stays so when it gets one", async () => {
    const live = withSettings(context, { takesRealMoney: true });
    const sold = await buy(live);
    const registered = withSettings(live, { vatNumber: "GB123456789" });
    const invoice = await findVatInvoice(registered, sold);
    expect(invoice).toMatchObject({ heading: "Invoice", total: { gross: 2149 } });
    for (const text of [renderedSheet(invoice), await textOfPdf(invoice)]) {
      expect(text).toContain("£21.49");
      expect(text).not.toMatch(/VAT rate|VAT by rate|Total VAT|inc. VAT|including VAT|Net|£1.02|5%/);
    }
  });

  it("shows VAT once the shop has a number, and in a shop that only plays", async () => {
    const live = withSettings(context, { takesRealMoney: true, vatNumber: "GB123456789" });
    const [registered, played] = [await buy(live), await buy(context)];
    for (const sold of [registered, played]) {
      const invoice = await findVatInvoice(live, sold);
      for (const text of [renderedSheet(invoice), await textOfPdf(invoice)]) {
        expect(text).toMatch(/VAT by rate[\s\S]*Total VAT/);
      }
    }
  });
});
